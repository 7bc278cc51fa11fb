import type { GraphFactsSaid } from '@cairn/contracts';
import type { Documents } from '@cairn/kernel';
import { type Facts, type KnownFacts } from '../../domain/content/facts.js';
import { factsId, factsThrough, wholePairs } from './keys.js';
import type { FactsRow } from './rows.js';

/** What was said of the graph itself: pieces of JSON for each revision that changed it. */
export const FACTS = 'graph_facts';

/** One document has place for it in every store. */
const PIECE_CHARACTERS = 1024 * 1024;

export const factsPieces = (
  said: GraphFactsSaid,
  { s, revision }: { readonly s: string; readonly revision: number },
) => {
  const texts = cut(JSON.stringify(said));
  return texts.map((text, piece) => ({
    ...{ id: factsId(s, revision, piece), s, revision },
    ...{ piece, pieces: texts.length, text },
  }));
};

/** A store may not keep halves of surrogate pairs. */
const cut = (text: string): readonly string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)!.length)
    pieces.push(wholePairs(text.slice(at, at + PIECE_CHARACTERS)));
  return pieces;
};

/** What was said of the graph itself at a revision; `undefined` when nothing was. */
export const factsAt = async (
  documents: Pick<Documents, 'find' | 'getMany'>,
  { s, revision }: { readonly s: string; readonly revision: number },
): Promise<KnownFacts | undefined> => {
  const filter = { fields: { id: factsThrough(s, revision) } };
  const [last] = (await documents.find(FACTS, { filter, sort: '-id', limit: 1 })) as readonly FactsRow[];
  if (last === undefined) return undefined;
  const before = Array.from({ length: last.piece }, (_, piece) => factsId(s, last.revision, piece));
  const rows = [...((await documents.getMany(FACTS, before)) as readonly FactsRow[]), last];
  if (rows.length !== last.pieces) throw new Error(`facts of revision ${last.revision} are not whole`);
  const text = rows
    .sort((one, other) => one.piece - other.piece)
    .map((row) => row.text)
    .join('');
  // Only `factsPieces` writes them.
  return { said: JSON.parse(text) as Facts, since: last.revision };
};

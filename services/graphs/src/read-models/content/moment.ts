import type { Document, QueryContext, StreamMoments } from '@cairn/kernel';
import { graphContent } from '../../domain/content/state.js';
import { changeId, contentId, spaceOf } from './keys.js';
import { CHANGES, CONTENTS } from './project.js';
import type { ChangeRow, ContentDocument } from './rows.js';

/** How many there are. */
export interface Totals {
  readonly nodes: number;
  readonly edges: number;
}

/** The content of a version at the moment that is read. */
export interface Moment extends Totals {
  /** What its rows begin with. */
  readonly s: string;
  /** The last revision that is read; absent: all that there is now. */
  readonly revision?: number;
}

/** Who reads at which moment. */
export type MomentReader = Pick<QueryContext, 'documents' | 'today' | 'pointInTime'>;

/** Of a version without content. */
export const NOTHING: Totals = { nodes: 0, edges: 0 };
/** Before the first change. */
const NEVER = -1;
const EMPTY = { ...NOTHING, revision: NEVER, self_loops: 0 };

export const momentOf = async (context: MomentReader, versionId: string): Promise<Moment> => {
  const id = contentId(versionId);
  const s = spaceOf(id);
  if (context.pointInTime === undefined) {
    return { s, ...totalsOf(await contentNow(context, id)) };
  }
  const change = await changeUpTo(context, id, context.pointInTime);
  return { s, ...totalsOf(change), revision: change?.revision ?? NEVER };
};

/** The content of a version at the moment that is read, with the revision that it had then. */
export interface ContentThen extends Totals {
  /** What its rows begin with. */
  readonly s: string;
  /** −1 before the first change. */
  readonly revision: number;
  /** When it came to that revision; absent before the first change. */
  readonly at?: string;
  readonly self_loops: number;
  /** The revision that it has now. */
  readonly tip: number;
}

export const contentThen = async (context: MomentReader, versionId: string): Promise<ContentThen> => {
  const id = contentId(versionId);
  const s = spaceOf(id);
  const now = await contentNow(context, id);
  const tip = revisionOf(now);
  if (context.pointInTime !== undefined) {
    const change = await changeUpTo(context, id, context.pointInTime);
    return change === undefined ? { s, tip, ...EMPTY } : { s, tip, ...countsOf(change), at: change.at };
  }
  return now === undefined ? { s, tip, ...EMPTY } : { s, tip, ...countsOf(now), at: now.updated_at };
};

/** The revision that the content of a version has now. */
export const tipOf = async (reader: Pick<MomentReader, 'today'>, versionId: string): Promise<number> =>
  revisionOf(await contentNow(reader, contentId(versionId)));

const contentNow = async (
  { today }: Pick<MomentReader, 'today'>,
  id: string,
): Promise<ContentDocument | undefined> => (await today.get(CONTENTS, id)) as ContentDocument | undefined;

const revisionOf = (now: ContentDocument | undefined): number =>
  now === undefined ? NEVER : Number(now.revision);

const countsOf = ({ revision, nodes, edges, self_loops }: ContentDocument | ChangeRow) => ({
  ...{ revision: Number(revision), nodes, edges, self_loops },
});

/** The counts of the contents of several versions, at the moment that is read. */
export const totalsOfVersions = async (
  context: MomentReader,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, Totals>> => {
  if (context.pointInTime !== undefined) {
    const moments = await Promise.all(versionIds.map((id) => momentOf(context, id)));
    return new Map(versionIds.map((id, index) => [id, moments[index] ?? NOTHING]));
  }
  const documents = await context.today.getMany(CONTENTS, versionIds.map(contentId));
  return new Map((documents as readonly ContentDocument[]).map((each) => [each.version_id, totalsOf(each)]));
};

const totalsOf = (counted: (Document & Totals) | undefined): Totals =>
  counted === undefined ? NOTHING : { nodes: counted.nodes, edges: counted.edges };

/** The last change up to a moment. */
const changeUpTo = async (
  { today }: MomentReader,
  id: string,
  { at, pinned }: NonNullable<MomentReader['pointInTime']>,
): Promise<ChangeRow | undefined> => {
  const s = spaceOf(id);
  if (pinned?.stream === `${graphContent.category}-${id}`)
    return (await today.get(CHANGES, changeId(s, Number(pinned.revision)))) as ChangeRow | undefined;
  // Times have milliseconds, and a range ends before its end.
  const to = new Date(Date.parse(at) + 1).toISOString();
  const [last] = await today.find(CHANGES, { filter: { fields: { s, at: { to } } }, sort: '-at', limit: 1 });
  return last as ChangeRow | undefined;
};

/** The moment of a revision of a content: its change says it, so that the stream is not read. */
export const contentMoments: StreamMoments = {
  category: graphContent.category,
  at: async (documents, id, revision) => {
    const change = (await documents.get(CHANGES, changeId(spaceOf(id), Number(revision)))) as
      | ChangeRow
      | undefined;
    if (change !== undefined)
      return { at: change.at, pinned: { stream: `${graphContent.category}-${id}`, revision } };
    return (await documents.get(CONTENTS, id)) === undefined ? 'none' : 'future';
  },
};

import type { GraphBulkReply, GraphElementError } from '@cairn/contracts';
import type { Changes } from '../../domain/content/changing.js';
import type { Flaw } from '../../domain/content/elements.js';
import { touchedElements } from '../../domain/content/touched.js';
import type { Executed } from './execute.js';

/** What became of elements that were put. */
export interface PutCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

type Put = Changes['nodes'][number] | Changes['edges'][number];
type Stored = readonly { readonly was?: number | undefined }[];

/** What became of some that were put, by what is stored of them. */
export const countsOf = (taken: readonly Put[], stored: Stored): PutCounts => {
  const created = stored.filter(({ was }) => was === undefined).length;
  return { created, updated: stored.length - created, unchanged: taken.length - stored.length };
};

/** Which of those that were put have no flaw. */
export const takenOf = (flaws: readonly Flaw[]): ((put: Pick<Put, 'pointer'>) => boolean) => {
  const refused = new Set(flaws.map(({ pointer }) => elementOf(pointer)));
  return ({ pointer }) => !refused.has(pointer);
};

/** What a bulk did: from its event, so that it is told alike when the command comes again. */
export const reportOf = (
  { nodes, edges }: Changes,
  { data, flaws, warned }: Pick<Executed, 'data' | 'flaws' | 'warned'>,
  revision: number | null,
): GraphBulkReply => {
  const taken = [...nodes, ...edges].filter(takenOf(flaws));
  const touched = touchedElements(data);
  return {
    ...countsOf(taken, [...touched.nodes, ...touched.edges]),
    deleted: touched.deletedNodes.length + touched.deletedEdges.length,
    errors: flaws.map(errorOf),
    warnings: warned.first.map(errorOf),
    warning_count: warned.count,
    uids: taken.map(({ uid }) => uid),
    revision,
  };
};

/** `/nodes/17` of `/nodes/17/properties/age`. */
const elementOf = (pointer: string): string => pointer.split('/').slice(0, 3).join('/');

const errorOf = ({ pointer, code, message }: Flaw): GraphElementError => ({
  ...{ pointer, code, message },
  index: Number(pointer.split('/')[2] ?? 0),
});

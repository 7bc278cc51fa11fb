import type { GraphBulkReply, GraphElementError } from '@cairn/contracts';
import type { Changes } from '../../domain/content/changing.js';
import type { Flaw } from '../../domain/content/elements.js';
import { touchedElements } from '../../domain/content/touched.js';
import type { Executed } from './execute.js';

/** What a bulk did: from its event, so that it is told alike when the command comes again. */
export const reportOf = (
  { nodes, edges }: Changes,
  { data, flaws, warned }: Pick<Executed, 'data' | 'flaws' | 'warned'>,
  revision: number | null,
): GraphBulkReply => {
  const refused = new Set(flaws.map(({ pointer }) => elementOf(pointer)));
  const taken = [...nodes, ...edges].filter(({ pointer }) => !refused.has(pointer));
  const touched = touchedElements(data);
  const stored = [...touched.nodes, ...touched.edges];
  const created = stored.filter(({ was }) => was === undefined).length;
  return {
    created,
    updated: stored.length - created,
    deleted: touched.deletedNodes.length + touched.deletedEdges.length,
    unchanged: taken.length - stored.length,
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

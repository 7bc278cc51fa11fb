import { graphJobCommands, type ImportedEdge, type ImportedNode, type InputOf } from '@cairn/contracts';
import { type CommandContext, isRefusal, type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { type Changes, NO_CHANGES, type PutEdge, type PutNode } from '../../domain/content/changing.js';
import type { Facts } from '../../domain/content/facts.js';
import type { Flaw, KnownNode } from '../../domain/content/elements.js';
import type { Loaded } from '../../domain/content/loaded.js';
import { touchedElements } from '../../domain/content/touched.js';
import { type Executed, executeChanges } from './execute.js';
import { countsOf, type PutCounts, takenOf } from './report.js';

/** What became of a part of a file. */
export interface StoredPart {
  readonly nodes: PutCounts;
  readonly edges: PutCounts;
  /** Of the nodes that were created or updated, those that only edges name. Those that are unchanged are not counted. */
  readonly implied: number;
  /** Edges that have other ends than before. */
  readonly moved: number;
  /** `/nodes/17/…`: by the places in the command. */
  readonly flaws: readonly Flaw[];
  /** What a schema that only warns says of what is stored; the first hundred. */
  readonly warned: { readonly count: number; readonly first: readonly Flaw[] };
  /** With `only_look`: the values that no other node may have, of each node that gets some. */
  readonly unique: readonly { readonly uid: string; readonly keys: readonly string[] }[];
}

type StoreInput = InputOf<typeof graphJobCommands.storeElements>;

const changesOf = ({ mode, nodes, edges, implied, facts }: StoreInput): Changes => ({
  ...NO_CHANGES,
  // Only facts of files are sent.
  ...(facts === undefined ? {} : { facts: { said: facts as Facts, isAll: mode === 'set' } }),
  nodes: [
    ...nodes.map(({ uid, ...sent }: ImportedNode, index): PutNode => ({
      ...{ uid, mode, sent },
      pointer: `/nodes/${index}`,
    })),
    // One that is there is what the edge names, whatever the mode says of nodes of the file.
    ...implied.map((uid, index): PutNode => ({
      ...{ uid, mode: mode === 'set' ? 'set' : 'merge', sent: {} },
      pointer: `/implied/${index}`,
    })),
  ],
  edges: edges.map(({ uid, ...sent }: ImportedEdge, index): PutEdge => ({
    ...{ uid, mode, sent },
    pointer: `/edges/${index}`,
  })),
});

/** With the nodes of other parts, as the file has them. */
const withEnds = (loaded: Loaded, { ends, mode }: StoreInput): Loaded => {
  if (ends.length === 0) return loaded;
  const nodes = new Map<string, KnownNode>(loaded.nodes);
  for (const { uid, labels } of ends) {
    const known = nodes.get(uid) ?? { uid, properties: {}, since: 0, created_at: '', labels };
    // Merged, a node of which the file says no labels has those that it has.
    const stay = labels.length === 0 && mode !== 'set';
    nodes.set(uid, stay ? known : { ...known, labels });
  }
  return { ...loaded, nodes };
};

const storedPart = (
  { nodes, edges }: Changes,
  { data, flaws, warned }: Pick<Executed, 'data' | 'flaws' | 'warned'>,
  onlyLook: boolean,
): StoredPart => {
  const touched = touchedElements(data);
  const isTaken = takenOf(flaws);
  const isOwn = ({ pointer }: PutNode): boolean => pointer.startsWith('/nodes/');
  const implied = new Set(nodes.filter((put) => !isOwn(put)).map(({ uid }) => uid));
  const own = { put: nodes.filter(isOwn), stored: touched.nodes.filter(({ uid }) => !implied.has(uid)) };
  const { unchanged } = countsOf(own.put.filter(isTaken), own.stored);
  return {
    nodes: { ...countsOf(nodes.filter(isTaken), touched.nodes), unchanged },
    edges: countsOf(edges.filter(isTaken), touched.edges),
    implied: touched.nodes.length - own.stored.length,
    moved: data?.moved ?? 0,
    ...{ flaws, warned },
    unique: onlyLook ? keysOf(touched.nodes, data?.keys) : [],
  };
};

/** The event tells keys of nodes that were there before, too. */
const keysOf = (nodes: readonly { readonly uid: string }[], keys: StoredPart['unique'] = []) => {
  const uids = new Set(nodes.map(({ uid }) => uid));
  return keys.filter(({ uid }) => uids.has(uid));
};

const storeElements = serviceCommand(graphJobCommands.storeElements, async (input, context) => {
  const { id, version_id, job_id, on_error, only_look } = input;
  const changes = changesOf(input);
  const executed = await executeChanges(context, { id, version_id }, changes, {
    onError: only_look ? 'skip' : on_error,
    job: job_id,
    onlyLook: only_look,
    around: (loaded) => withEnds(loaded, input),
  });
  return isRefusal(executed)
    ? executed
    : { ...executed.done, result: resultOf(storedPart(changes, executed, only_look)) };
});

/** As JSON. */
const resultOf = ({ nodes, edges, implied, moved, flaws, warned, unique }: StoredPart) => ({
  ...{ nodes: { ...nodes }, edges: { ...edges }, implied, moved },
  flaws: flaws.map((flaw) => ({ ...flaw })),
  warned: { count: warned.count, first: warned.first.map((flaw) => ({ ...flaw })) },
  unique: unique.map(({ uid, keys }) => ({ uid, keys: [...keys] })),
});

const deleteElements = serviceCommand(
  graphJobCommands.deleteElements,
  async ({ nodes, edges, job_id, ...ids }, context: CommandContext) => {
    const named = (uids: readonly string[], kind: string) =>
      uids.map((uid, index) => ({ uid, pointer: `/${kind}/${index}` }));
    const changes = {
      ...NO_CHANGES,
      deletedNodes: named(nodes, 'nodes'),
      deletedEdges: named(edges, 'edges'),
    };
    const executed = await executeChanges(context, ids, changes, { onError: 'skip', job: job_id });
    if (isRefusal(executed)) return executed;
    const { deletedNodes, deletedEdges } = touchedElements(executed.data);
    return { ...executed.done, result: { nodes: deletedNodes.length, edges: deletedEdges.length } };
  },
);

/** The parts of a file that an import stores, each in one change, and what it deletes. */
export const partCommands: readonly ServiceCommand[] = [storeElements, deleteElements];

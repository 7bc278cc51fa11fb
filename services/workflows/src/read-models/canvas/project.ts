import type { CanvasEvent, WorkflowProblem } from '@cairn/contracts';
import { type Change, foldWords, type ProjectedEvent } from '@cairn/kernel';
import { differenceOf } from '../../domain/canvas/difference.js';
import type { KnownEdge, KnownNode } from '../../domain/canvas/state.js';

/** The names of the collections: of nodes, of edges, and of versions, which count both and tell what is wrong. */
export interface CanvasCollections {
  readonly nodes: string;
  readonly edges: string;
  readonly heads: string;
  /** Whether names are searched in them. */
  readonly isSearched: boolean;
}

type Facts = Pick<ProjectedEvent, 'id' | 'at'>;

/** A document for each node and edge, deleted ones too; `facts.id` is the version, whose document is there. */
export const canvasChanges = (
  event: CanvasEvent,
  facts: Facts,
  { nodes, edges, heads, isSearched }: CanvasCollections,
): readonly Change[] => {
  const difference = differenceOf(event);
  const wordsOf = isSearched ? wordsOfName : noWords;
  const ofNodes: PartsChange<KnownNode> = {
    added: difference.nodes,
    restored: difference.restored_nodes,
    changed: difference.changed_nodes,
    removed: difference.removed_node_ids,
  };
  const ofEdges: PartsChange<KnownEdge> = {
    added: difference.edges,
    restored: difference.restored_edges,
    changed: difference.changed_edges,
    removed: difference.removed_edge_ids,
  };
  return [
    ...partChanges(ofNodes, facts, { collection: nodes, wordsOf }),
    ...partChanges(ofEdges, facts, { collection: edges, wordsOf }),
    ...countChanges({ node_count: growth(ofNodes), edge_count: growth(ofEdges) }, facts, heads),
    ...problemChanges(event.data.problems, facts, heads),
  ];
};

interface PartsChange<Part extends KnownNode | KnownEdge> {
  readonly added: readonly Part[];
  readonly restored: readonly Part[];
  readonly changed: readonly {
    readonly id: string;
    readonly changes: Partial<Part>;
    readonly user_id: string;
  }[];
  readonly removed: readonly string[];
}

const partChanges = <Part extends KnownNode | KnownEdge>(
  { added, restored, changed, removed }: PartsChange<Part>,
  { id: version_id, at }: Facts,
  { collection, wordsOf }: { readonly collection: string; readonly wordsOf: typeof wordsOfName },
): readonly Change[] => {
  const patch = (id: string, fields: Extract<Change, { kind: 'patch' }>['fields']): Change => ({
    kind: 'patch',
    collection,
    id,
    fields: { ...fields, updated_at: at },
  });
  return [
    ...added.map((part): Change => ({
      kind: 'put',
      collection,
      document: { ...part, ...wordsOf(part), version_id, created_at: at, updated_at: at, deleted: false },
    })),
    ...restored.map(({ id, ...fields }) =>
      patch(id, { ...fields, ...wordsOf(fields), deleted: false, deleted_at: undefined }),
    ),
    ...changed.map(({ id, changes, user_id }) => patch(id, { ...changes, ...wordsOf(changes), user_id })),
    ...removed.map((id) => patch(id, { deleted: true, deleted_at: at })),
  ];
};

/** Lists find them by their names. */
const wordsOfName = ({ name }: { readonly name?: string }): { readonly words?: readonly string[] } =>
  name === undefined ? {} : { words: foldWords([name]) };
const noWords: typeof wordsOfName = () => ({});

const growth = ({ added, restored, removed }: PartsChange<KnownNode> | PartsChange<KnownEdge>): number =>
  added.length + restored.length - removed.length;

type Counts = Readonly<Record<'node_count' | 'edge_count', number>>;

const countChanges = (counts: Counts, { id }: Facts, collection: string): readonly Change[] => {
  const by = Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
  return Object.keys(by).length === 0 ? [] : [{ kind: 'increment', collection, id, by }];
};

/** A version is valid while nothing is wrong with its canvas. */
const problemChanges = (
  problems: readonly WorkflowProblem[] | undefined,
  { id }: Facts,
  collection: string,
): readonly Change[] =>
  problems === undefined
    ? []
    : [
        {
          kind: 'patch',
          collection,
          id,
          fields: { valid: problems.length === 0, validation_errors: [...problems] },
        },
      ];

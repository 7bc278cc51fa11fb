import {
  type GraphContentEvent,
  type GraphFactsSaid,
  graphContentStreamEvents,
  type KeyedNode,
  type StoredEdge,
  type StoredNode,
} from '@cairn/contracts';
import { withoutAbsent } from '@cairn/assets';
import type { EdgeValue, KnownEdge, KnownNode, NodeValue } from './elements.js';
import { type Facts, isSameFacts, NO_FACTS } from './facts.js';
import type { Loaded, UniqueValues } from './loaded.js';
import type { ContentState } from './state.js';
import { isSameEdge, isSameNode } from './values.js';

/** An element as it is after a decision; `created_at` where it was created before. */
type Put<Value> = Value & { readonly created_at?: string | undefined };

/** What becomes of the elements of one kind. */
class Elements<Value, Known extends Value & { readonly since: number; readonly created_at: string }> {
  /** `undefined`: it is deleted. */
  readonly #after = new Map<string, Put<Value> | undefined>();

  constructor(private readonly before: ReadonlyMap<string, Known>) {}

  /** As it is after what was decided so far. */
  get(uid: string): Put<Value> | undefined {
    return this.#after.has(uid) ? this.#after.get(uid) : this.before.get(uid);
  }

  put(uid: string, value: Put<Value>): void {
    const created_at = value.created_at ?? this.before.get(uid)?.created_at;
    this.#after.set(uid, { ...value, created_at });
  }

  remove(uid: string): void {
    this.#after.set(uid, undefined);
  }

  /** As it was before. */
  leave(uid: string): void {
    this.#after.delete(uid);
  }

  leaveAll(): void {
    this.#after.clear();
  }

  /** What was decided of each, whether it differs from what was or not. */
  touched(): readonly Change<Value, Known>[] {
    return [...this.#after].map(([uid, after]) => ({ uid, before: this.before.get(uid), after }));
  }

  /** All that are known, with what was decided. */
  *all(): Generator<readonly [uid: string, value: Put<Value>]> {
    for (const [uid, value] of this.before) if (!this.#after.has(uid)) yield [uid, value];
    for (const [uid, value] of this.#after) if (value !== undefined) yield [uid, value];
  }

  /** What differs from what was. */
  changes(isSame: (one: Value, other: Value) => boolean): readonly Change<Value, Known>[] {
    return this.touched().filter(({ before, after }) =>
      before === undefined || after === undefined ? before !== after : !isSame(before, after),
    );
  }
}

interface Change<Value, Known> {
  readonly uid: string;
  readonly before: Known | undefined;
  readonly after: Put<Value> | undefined;
}
export type NodeChange = Change<NodeValue, KnownNode>;
export type EdgeChange = Change<EdgeValue, KnownEdge>;

/** What an event of the content tells beside the elements. */
type Beside = Pick<GraphContentEvent['data'], 'undoes' | 'kept' | 'refused' | 'warned' | 'job_id'>;

/** The elements that a decision is about, as they become: what it comes to is one event. */
export class Draft {
  readonly nodes: Elements<NodeValue, KnownNode>;
  readonly edges: Elements<EdgeValue, KnownEdge>;
  /** What is said of the graph itself, where that is loaded. */
  facts: Facts;

  constructor(
    readonly loaded: Loaded,
    /** Absent where no property has to be unique. */
    readonly unique?: UniqueValues,
  ) {
    this.nodes = new Elements(loaded.nodes);
    this.edges = new Elements(loaded.edges);
    this.facts = this.#factsBefore;
  }

  /** The edges at each of some nodes of `edgesOf`, a loop once. */
  edgesAt(nodes: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>([...nodes].map((uid) => [uid, []]));
    for (const [edge, { source, target }] of this.edges.all()) {
      found.get(source)?.push(edge);
      if (target !== source) found.get(target)?.push(edge);
    }
    return found;
  }

  /** Nothing is decided. */
  reset(): void {
    this.nodes.leaveAll();
    this.edges.leaveAll();
    this.facts = this.#factsBefore;
  }

  get #factsBefore(): Facts {
    return this.loaded.facts?.said ?? NO_FACTS;
  }

  changes(): {
    readonly nodes: readonly NodeChange[];
    readonly edges: readonly EdgeChange[];
    /** Absent: they are as before. */
    readonly facts?: Facts;
  } {
    return {
      nodes: this.nodes.changes(isSameNode),
      edges: this.edges.changes(isSameEdge),
      ...(isSameFacts(this.facts, this.#factsBefore) ? {} : { facts: this.facts }),
    };
  }
}

/** The one event that makes of the content what a draft says; none where nothing differs. */
export const changedContent = (
  { nodes: nodeCount, edges: edgeCount, self_loops, keyed }: ContentState,
  ids: Pick<ContentState, 'graph_id' | 'version_id'>,
  draft: Draft,
  beside: Beside = {},
): readonly GraphContentEvent[] => {
  const { nodes, edges, facts } = draft.changes();
  if (nodes.length === 0 && edges.length === 0 && facts === undefined) return [];
  return [
    graphContentStreamEvents.GraphContentChanged.of({
      ...ids,
      ...listed('nodes', nodes.flatMap(storedNode)),
      ...listed('edges', edges.flatMap(storedEdge)),
      ...listed('deleted_nodes', nodes.flatMap(gone)),
      ...listed('deleted_edges', edges.flatMap(gone)),
      ...(facts === undefined ? {} : { facts: storedFacts(facts) }),
      by: {
        ...listed(
          'labels',
          tallied(nodes, ({ labels }) => labels),
        ),
        ...listed(
          'types',
          tallied(edges, ({ type }) => [type]),
        ),
      },
      total: {
        nodes: nodeCount + growth(nodes, () => true),
        edges: edgeCount + growth(edges, () => true),
        self_loops: self_loops + growth(edges, ({ source, target }) => source === target),
      },
      ...movedTold(edges),
      ...keysTold(nodes, draft.unique, keyed),
      ...beside,
    }),
  ];
};

/** An id that stands for another edge in a file is told by it. */
const movedTold = (edges: readonly EdgeChange[]): Pick<GraphContentEvent['data'], 'moved'> => {
  const moved = edges.filter(
    ({ before, after }) => before !== undefined && after !== undefined && !hasSameEnds(before, after),
  );
  return moved.length === 0 ? {} : { moved: moved.length };
};

const hasSameEnds = (one: EdgeValue, other: EdgeValue): boolean =>
  one.source === other.source && one.target === other.target;

/** Keys stay complete while no node is put; once nodes are put they are complete when the event tells all that were not. */
const keysTold = (
  nodes: readonly NodeChange[],
  unique: UniqueValues | undefined,
  before: string,
): Pick<GraphContentEvent['data'], 'keyed' | 'keys'> => {
  const put = nodes.flatMap(({ uid, after }) => (after === undefined ? [] : [{ uid, after }]));
  if (put.length === 0) return before === '' ? {} : { keyed: before };
  if (unique === undefined) return {};
  const changed = new Set(nodes.map(({ uid }) => uid));
  const keys: KeyedNode[] = [
    ...put.map(({ uid, after }) => ({ uid, keys: unique.keysOf(after).map(({ key }) => key) })),
    ...unique.unkeyed
      .filter(({ uid }) => !changed.has(uid))
      .map((each) => ({ ...each, keys: [...each.keys] })),
  ];
  return {
    keyed: unique.digest,
    ...listed(
      'keys',
      keys.filter((each) => each.keys.length > 0),
    ),
  };
};

const listed = <Key extends string, Element>(
  key: Key,
  elements: readonly Element[],
): Partial<Record<Key, Element[]>> =>
  elements.length === 0 ? {} : ({ [key]: [...elements] } as Record<Key, Element[]>);

interface Around<Value> {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** How many more there are that are so. */
const growth = <Value>(changes: readonly Around<Value>[], isSo: (value: Value) => boolean): number => {
  const one = (value: Value | undefined): number => Number(value !== undefined && isSo(value));
  return changes.reduce((sum, { before, after }) => sum + one(after) - one(before), 0);
};

const storedNode = ({ uid, before, after }: NodeChange): StoredNode[] => {
  if (after === undefined) return [];
  const { labels, properties, parent, kept } = after;
  const own = { uid, labels: [...labels], properties, ...withoutAbsent({ parent, kept }) };
  return [{ ...own, ...lifeOf(before, after) }];
};

const storedEdge = ({ uid, before, after }: EdgeChange): StoredEdge[] => {
  if (after === undefined) return [];
  const { source, target, type, directed, properties, kept } = after;
  const own = { uid, source, target, type, directed, properties, ...withoutAbsent({ kept }) };
  return [{ ...own, ...lifeOf(before, after) }];
};

const storedFacts = ({ declarations, ...said }: Facts): GraphFactsSaid => ({
  ...said,
  ...(declarations === undefined ? {} : { declarations: declarations.map((one) => ({ ...one })) }),
});

const lifeOf = (
  before: { readonly since: number } | undefined,
  { created_at }: { readonly created_at?: string | undefined },
) => ({
  ...(created_at === undefined ? {} : { created_at }),
  ...(before === undefined ? {} : { was: before.since }),
});

const gone = ({
  uid,
  before,
  after,
}: NodeChange | EdgeChange): { readonly uid: string; readonly was: number }[] =>
  before === undefined || after !== undefined ? [] : [{ uid, was: before.since }];

/** How many more there are of each name. */
const tallied = <Value>(
  changes: readonly Around<Value>[],
  namesOf: (value: Value) => readonly string[],
): readonly { readonly name: string; readonly by: number }[] => {
  const tally = new Map<string, number>();
  const add = (value: Value | undefined, by: number): void => {
    for (const name of value === undefined ? [] : namesOf(value))
      tally.set(name, (tally.get(name) ?? 0) + by);
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...tally].filter(([, by]) => by !== 0).map(([name, by]) => ({ name, by }));
};

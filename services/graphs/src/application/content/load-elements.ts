import {
  type GraphContentEvent,
  type GraphFactsSaid,
  MOST_ELEMENTS,
  type StoredEdge,
  type StoredNode,
} from '@cairn/contracts';
import { type Document, isRefusal, pagesOf, READ_ON, type Refusal, type StreamTip } from '@cairn/kernel';
import { withoutAbsent } from '@cairn/assets';
import type { KnownEdge, KnownNode } from '../../domain/content/elements.js';
import type { Facts, KnownFacts } from '../../domain/content/facts.js';
import type { Loaded, Wants } from '../../domain/content/loaded.js';
import { touchedElements } from '../../domain/content/touched.js';
import { contentId, keyOf, OPEN, spaceOf } from '../../read-models/content/keys.js';
import { factsAt } from '../../read-models/content/facts.js';
import { EDGES, NODES } from '../../read-models/content/project.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { charactersOf, inChunks, MOST_CHARACTERS, ROWS, tooLarge } from './amounts.js';
import { type LoadingTools, type ReadAtTip, readAtTip } from './read-at-tip.js';

/** Once so many edges are loaded, no other node's are: a decision about all of them would be refused. */
const MOST_EDGES = 2 * MOST_ELEMENTS;
/** A query for the edges of several nodes is one for each of them. */
const NODES_AT_ONCE = 50;

/** The elements that a decision needs, exactly as they are at `tip`. */
export const loadElements = async (
  tools: LoadingTools,
  versionId: string,
  wants: Wants,
  tip: StreamTip | undefined,
): Promise<Loaded | typeof READ_ON | Refusal> => {
  const loaded = await loadNamed(tools, versionId, wants, tip);
  if (loaded === READ_ON || isRefusal(loaded)) return loaded;
  const nodes = new Set([...wants.nodes, ...endsAmong(loaded.edges, wants.endsOf)]);
  return nodes.size === wants.nodes.size ? loaded : loadNamed(tools, versionId, { ...wants, nodes }, tip);
};

/** Which nodes some edges connect is known once those are loaded. */
const endsAmong = (edges: Loaded['edges'], uids: ReadonlySet<string>): readonly string[] =>
  [...uids].flatMap((uid) => {
    const edge = edges.get(uid);
    return edge === undefined ? [] : [edge.source, edge.target];
  });

const loadNamed = async (
  tools: LoadingTools,
  versionId: string,
  wants: Wants,
  tip: StreamTip | undefined,
): Promise<Loaded | typeof READ_ON | Refusal> => {
  const loading = new Loading(tools, versionId, wants, Number(tip?.revision ?? -1n));
  const failed = await readAtTip(tools, versionId, tip, loading);
  if (failed !== undefined) return failed;
  return loading.isTooLarge ? tooLarge() : loading.loaded;
};

class Loading implements ReadAtTip {
  readonly #nodes = new Map<string, KnownNode>();
  readonly #edges = new Map<string, KnownEdge>();
  readonly #hubs = new Map<string, number | undefined>();
  readonly #s: string;
  #characters = 0;
  #facts: KnownFacts | undefined;

  constructor(
    private readonly tools: LoadingTools,
    versionId: string,
    private readonly wants: Wants,
    private readonly tip: number,
  ) {
    this.#s = spaceOf(contentId(versionId));
  }

  get loaded(): Loaded {
    return { nodes: this.#nodes, edges: this.#edges, hubs: this.#hubs, facts: this.#facts };
  }

  get isTooLarge(): boolean {
    return this.#characters > MOST_CHARACTERS;
  }

  async fromDocuments(): Promise<void> {
    const { nodes, edges, edgesOf } = this.wants;
    for await (const rows of this.#byUid(NODES, nodes))
      for (const row of rows) this.#keepNode(knownNode(row as NodeRow));
    for await (const rows of this.#byUid(EDGES, edges))
      for (const row of rows) this.#keepEdge(knownEdge(row as EdgeRow));
    if (this.wants.facts)
      this.#facts = await factsAt(this.tools.documents, { s: this.#s, revision: this.tip });
    for (const some of inChunks([...edgesOf], NODES_AT_ONCE)) await this.#edgesAt(some);
  }

  /** Up to where it is too much. */
  async *#byUid(
    collection: string,
    uids: ReadonlySet<string>,
  ): AsyncGenerator<readonly Document[], void, void> {
    for (const some of inChunks([...uids], ROWS)) {
      if (this.isTooLarge) return;
      yield await this.#rowsOf(collection, some);
    }
  }

  /** One row for each that is there. What moves while it is read may be found twice, and others not for the limit. */
  async #rowsOf(collection: string, uids: readonly string[]): Promise<readonly Document[]> {
    const filter = { fields: { s: this.#s, until: OPEN, k: uids.map(keyOf) } };
    for (;;) {
      const rows: Document[] = [];
      let characters = this.#characters;
      for await (const page of pagesOf(this.tools.documents, collection, filter, uids.length, 'k')) {
        rows.push(...page);
        for (const row of page) characters += charactersOf(row as NodeRow | EdgeRow);
        if (characters > MOST_CHARACTERS) break;
      }
      if (new Set(rows.map(({ k }) => k)).size === rows.length) return rows;
    }
  }

  /** The edges at some nodes; where they are too many, those of each node by itself. */
  async #edgesAt(uids: readonly string[]): Promise<void> {
    const edges = await this.#fewEdgesAt(uids);
    if (edges !== undefined) for (const edge of edges) this.#keepEdge(edge);
    else if (uids.length === 1) this.#hubs.set(uids[0]!, await this.#countIfAlone(uids[0]!));
    else for (const uid of uids) await this.#edgesAt([uid]);
  }

  /** `undefined`: they are too many, or too large. A loop is found twice. */
  async #fewEdgesAt(uids: readonly string[]): Promise<Iterable<KnownEdge> | undefined> {
    const found = new Map<string, KnownEdge>();
    let characters = this.#characters;
    for await (const row of this.#edgeRows(uids.map(keyOf))) {
      if (!found.has(row.k)) characters += charactersOf(row);
      found.set(row.k, knownEdge(row));
      const isTooMuch = found.size > MOST_ELEMENTS || characters > MOST_CHARACTERS;
      if (isTooMuch || this.#edges.size > MOST_EDGES) return undefined;
    }
    return found.values();
  }

  async *#edgeRows(keys: readonly string[]): AsyncGenerator<EdgeRow, void, void> {
    for (const end of ['a', 'b'] as const) {
      const filter = { fields: { s: this.#s, until: OPEN, [end]: keys } };
      for await (const rows of pagesOf(this.tools.documents, EDGES, filter, ROWS, 'k'))
        yield* rows as readonly EdgeRow[];
    }
  }

  async #countIfAlone(uid: string): Promise<number | undefined> {
    if (this.wants.edgesOf.size > 1) return undefined;
    const key = keyOf(uid);
    const count = (ends: Readonly<Record<string, string>>): Promise<number> =>
      this.tools.documents.count(
        EDGES,
        { fields: { s: this.#s, until: OPEN, ...ends } },
        Number.MAX_SAFE_INTEGER,
      );
    const [from, to, loops] = await Promise.all([
      count({ a: key }),
      count({ b: key }),
      count({ a: key, b: key }),
    ]);
    return from + to - loops;
  }

  apply(data: GraphContentEvent['data'], since: number, at: string): void {
    const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
    for (const node of nodes) if (this.wants.nodes.has(node.uid)) this.#keepNode(nodeSince(node, since, at));
    for (const edge of edges) if (this.#isWanted(edge)) this.#keepEdge(edgeSince(edge, since, at));
    if (data.facts !== undefined) this.#keepFacts(data.facts, since);
    for (const { uid } of deletedNodes) this.#nodes.delete(uid);
    for (const { uid } of deletedEdges) this.#edges.delete(uid);
  }

  /** One that led to a node of `edgesOf` may lead elsewhere now. */
  #isWanted({ uid, source, target }: StoredEdge): boolean {
    const { edges, edgesOf } = this.wants;
    return edges.has(uid) || this.#edges.has(uid) || edgesOf.has(source) || edgesOf.has(target);
  }

  #keepFacts(said: GraphFactsSaid, since: number): void {
    // Only facts of files are stored.
    if (this.wants.facts) this.#facts = { said: said as Facts, since };
  }

  #keepNode(node: KnownNode): void {
    this.#nodes.set(node.uid, node);
    this.#characters += charactersOf(node);
  }

  #keepEdge(edge: KnownEdge): void {
    this.#edges.set(edge.uid, edge);
    this.#characters += charactersOf(edge);
  }
}

// Properties are JSON: they were stored from a body, or a file.
const nodeSince = (node: StoredNode, since: number, at: string): KnownNode => {
  const { uid, labels, parent, created_at } = node;
  const life = { since, created_at: created_at ?? at };
  return { uid, labels, ...withoutAbsent({ parent }), ...life, ...jsonOf(node) };
};

const jsonOf = ({ properties, kept }: StoredNode | StoredEdge) => ({
  properties: properties as KnownNode['properties'],
  ...(kept === undefined ? {} : { kept: kept as NonNullable<KnownNode['kept']> }),
});

const edgeSince = (edge: StoredEdge, since: number, at: string): KnownEdge => {
  const { uid, source, target, type, directed, created_at } = edge;
  return {
    ...{ uid, source, target, type, directed, since, created_at: created_at ?? at },
    ...jsonOf(edge),
  };
};

import type { GraphImportOptions } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { connectionOf, edgeUidOf } from '../../domain/content/edge-uids.js';
import { type FileEdge, type FileElement, type FileNode, isEdge } from './graph-files.js';

type Properties = Readonly<Record<string, Json>>;
export interface PlainNode {
  readonly uid: string;
  readonly labels: readonly string[];
  readonly properties: Properties;
}
export interface PlainEdge {
  readonly uid: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly directed: boolean;
  readonly properties: Properties;
}
/** The content of a version, written down as simply as possible. */
export interface Plain {
  readonly nodes: readonly PlainNode[];
  readonly edges: readonly PlainEdge[];
}

/** How a file is taken. */
export interface Taking {
  readonly mode: GraphImportOptions['mode'];
  /** Of a format whose edges imply nodes. */
  readonly implies: boolean;
}

const KINDS = ['nodes', 'edges'] as const;
type Kind = (typeof KINDS)[number];
const DONE = ['created', 'updated', 'unchanged', 'deleted', 'skipped'] as const;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const BARE: PlainNode = { uid: '', labels: [], properties: {} };
const UNTYPED: PlainEdge = { uid: '', source: '', target: '', type: '', directed: true, properties: {} };

/** What an import makes of a content where what cannot be stored is skipped, and what it tells of that. */
export class PlainImport {
  readonly #nodes: Map<string, PlainNode>;
  readonly #edges: Map<string, PlainEdge>;
  readonly #inFile = { nodes: new Set<string>(), edges: new Set<string>() };
  readonly #implied = new Set<string>();
  readonly #alike = new Map<string, number>();
  readonly counts: Record<string, number> = { nodes_implied: 0 };

  constructor(
    before: Plain,
    file: readonly FileElement[],
    private readonly taking: Taking,
  ) {
    this.#nodes = new Map(before.nodes.map((each) => [each.uid, each]));
    this.#edges = new Map(before.edges.map((each) => [each.uid, each]));
    for (const kind of KINDS) for (const done of DONE) this.counts[`${kind}_${done}`] = 0;
    for (const element of file) if (!isEdge(element)) this.#node({ labels: [], ...element });
    for (const element of file) if (isEdge(element)) this.#edge({ type: '', ...element });
    if (taking.mode === 'replace') this.#deleteMissing();
  }

  get content(): Plain {
    const sorted = <Element extends { readonly uid: string }>(all: Iterable<Element>) =>
      [...all].sort((one, other) => (one.uid < other.uid ? -1 : 1));
    return { nodes: sorted(this.#nodes.values()), edges: sorted(this.#edges.values()) };
  }

  get skipped(): number {
    return this.counts['nodes_skipped']! + this.counts['edges_skipped']!;
  }

  #node({ uid, labels, properties }: FileNode & Required<Pick<FileNode, 'labels'>>): void {
    const isRepeated = this.#inFile.nodes.has(uid);
    this.#inFile.nodes.add(uid);
    const before = this.#nodes.get(uid);
    if (isRepeated || this.#isTaken(before)) this.#count('nodes', 'skipped');
    else
      this.#put('nodes', this.#nodes, {
        uid,
        labels: labels.length === 0 ? this.#staying(before, BARE).labels : labels,
        properties: { ...this.#staying(before, BARE).properties, ...properties },
      });
  }

  #edge({ uid: said, from, to, type, properties }: FileEdge & Required<Pick<FileEdge, 'type'>>): void {
    const ends = { source: from, target: to };
    const uid = said ?? this.#derived({ ...ends, type, directed: true });
    const isRepeated = this.#inFile.edges.has(uid);
    this.#inFile.edges.add(uid);
    const before = this.#edges.get(uid);
    if (isRepeated || !this.#hasEnds(from, to) || this.#isTaken(before)) this.#count('edges', 'skipped');
    else
      this.#put('edges', this.#edges, {
        ...{ uid, ...ends, directed: true },
        type: type === '' ? this.#staying(before, UNTYPED).type : type,
        properties: { ...this.#staying(before, UNTYPED).properties, ...properties },
      });
  }

  /** Appended, what is there is not touched. */
  #isTaken(before: object | undefined): boolean {
    return this.taking.mode === 'append' && before !== undefined;
  }

  /** Merged, what a file does not say stays. */
  #staying<Element>(before: Element | undefined, otherwise: Element): Element {
    return this.taking.mode === 'merge' ? (before ?? otherwise) : otherwise;
  }

  #hasEnds(...ends: readonly string[]): boolean {
    const foreign = ends.filter((end) => !this.#inFile.nodes.has(end));
    if (this.taking.implies) for (const end of foreign) this.#imply(end);
    else if (this.taking.mode === 'replace' && foreign.length > 0) return false;
    return ends.every((end) => this.#nodes.has(end));
  }

  #derived(connection: Parameters<typeof connectionOf>[0]): string {
    const key = connectionOf(connection);
    const count = this.#alike.get(key) ?? 0;
    this.#alike.set(key, count + 1);
    return edgeUidOf(key, count);
  }

  #imply(uid: string): void {
    if (this.#implied.has(uid)) return;
    this.#implied.add(uid);
    const before = this.#nodes.get(uid);
    const bare = { ...BARE, uid };
    if (before !== undefined && (this.taking.mode !== 'replace' || isSame(before, bare))) return;
    this.#put('nodes', this.#nodes, bare);
    this.counts['nodes_implied']! += 1;
  }

  #deleteMissing(): void {
    const { nodes, edges } = this.#inFile;
    const gone = [...this.#nodes.keys()].filter((uid) => !nodes.has(uid) && !this.#implied.has(uid));
    for (const { uid, source, target } of this.#edges.values())
      if (!edges.has(uid) || gone.includes(source) || gone.includes(target)) this.#delete('edges', uid);
    for (const uid of gone) this.#delete('nodes', uid);
  }

  #delete(kind: Kind, uid: string): void {
    (kind === 'nodes' ? this.#nodes : this.#edges).delete(uid);
    this.#count(kind, 'deleted');
  }

  #put<Element extends { readonly uid: string }>(
    kind: Kind,
    all: Map<string, Element>,
    element: Element,
  ): void {
    const before = all.get(element.uid);
    all.set(element.uid, element);
    if (before === undefined) this.#count(kind, 'created');
    else this.#count(kind, isSame(before, element) ? 'unchanged' : 'updated');
  }

  #count(kind: Kind, done: (typeof DONE)[number]): void {
    this.counts[`${kind}_${done}`]! += 1;
  }
}

import type { Json } from '@cairn/kernel';
import type { Kind, Put, Sent } from './content-deeds.js';

/** A graph, written down once more and as simply as possible: what the model test holds the service against. */
export interface PlainNode {
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}
export interface PlainEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly directed: boolean;
  readonly properties: Readonly<Record<string, Json>>;
}
/** A value, and the revisions since which it is so, and in which it was created. */
export interface Kept<Value> {
  readonly value: Value;
  readonly since: number;
  readonly created: number;
}
export interface PlainGraph {
  readonly node: ReadonlyMap<string, Kept<PlainNode>>;
  readonly edge: ReadonlyMap<string, Kept<PlainEdge>>;
}

/** A pointer and a code. */
export type Flaw = readonly [pointer: string, code: string];

/** An element while it is changed. */
export interface Drafted<Value> {
  readonly value: Value;
  readonly created?: number;
}

const properties = (before: PlainNode['properties'] = {}, sent: Sent['properties'] = {}) => {
  const merged = Object.fromEntries([...Object.entries(before), ...Object.entries(sent)]);
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
};

const nodeOf = (before: Partial<PlainNode>, sent: Sent): PlainNode => ({
  labels: [...new Set(sent.labels ?? before.labels ?? [])],
  properties: properties(before.properties, sent.properties),
});

const NO_EDGE = { source: '', target: '', type: '', directed: true };
const edgeOf = (before: Partial<PlainEdge>, { properties: sent, ...said }: Sent): PlainEdge => ({
  ...{ ...NO_EDGE, ...before, ...said },
  properties: properties(before.properties, sent),
});

/** A graph while a command changes it. */
export class Draft {
  readonly node: Map<string, Drafted<PlainNode>>;
  readonly edge: Map<string, Drafted<PlainEdge>>;
  readonly flaws: Flaw[] = [];
  readonly #named = new Set<string>();

  constructor(now: PlainGraph) {
    this.node = new Map(now.node);
    this.edge = new Map(now.edge);
  }

  delete(kind: Kind, uid: string, pointer: string): void {
    if (this.#isRepeated(kind, uid, pointer)) return;
    if (!this[kind].has(uid)) this.flaws.push([pointer, 'not_found']);
    else if (kind === 'edge') this.edge.delete(uid);
    else this.#deleteNode(uid);
  }

  #deleteNode(uid: string): void {
    for (const edge of this.edgesAt(uid)) this.edge.delete(edge);
    this.node.delete(uid);
  }

  edgesAt(node: string): readonly string[] {
    return [...this.edge]
      .filter(([, { value }]) => value.source === node || value.target === node)
      .map(([uid]) => uid);
  }

  put(kind: Kind, { uid, pointer, mode, sent }: Put): void {
    if (this.#isRepeated(kind, uid, `${pointer}/uid`)) return;
    const isThere = this[kind].has(uid);
    if (mode === 'create' && isThere) this.flaws.push([`${pointer}/uid`, 'uid_taken']);
    else if (['change', 'replace'].includes(mode) && !isThere) this.flaws.push([pointer, 'not_found']);
    else if (kind === 'node') this.#putNode(uid, mode === 'replace', sent);
    else this.#putEdge(uid, mode === 'replace', sent, pointer);
  }

  #putNode(uid: string, isReplaced: boolean, sent: Sent): void {
    const before = isReplaced ? {} : (this.node.get(uid)?.value ?? {});
    this.node.set(uid, { value: nodeOf(before, sent) });
  }

  #putEdge(uid: string, isReplaced: boolean, sent: Sent, pointer: string): void {
    const before = this.edge.get(uid)?.value;
    const ends = before && { source: before.source, target: before.target };
    const value = edgeOf((isReplaced ? ends : before) ?? {}, sent);
    const missing = (['source', 'target'] as const).filter((end) => !this.node.has(value[end]));
    this.flaws.push(...missing.map((end): Flaw => [`${pointer}/${end}`, 'node_missing']));
    if (missing.length === 0) this.edge.set(uid, { value });
  }

  #isRepeated(kind: Kind, uid: string, pointer: string): boolean {
    const name = `${kind} ${uid}`;
    const isRepeated = this.#named.has(name);
    if (isRepeated) this.flaws.push([pointer, 'uid_repeated']);
    this.#named.add(name);
    return isRepeated;
  }
}

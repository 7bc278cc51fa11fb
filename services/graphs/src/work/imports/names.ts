import { NumbersByDigest } from '@cairn/kernel';
import type { EdgeElement, NodeElement } from '../../formats/element.js';
import { digestOf, Seen } from '../../formats/seen.js';
import { connectionOf, edgeUidOf } from '../../domain/content/edge-uids.js';
import { LabelsOfNodes } from '../../domain/content/labels-of-nodes.js';

/** The values that only one node may have, as parts of a file give them to nodes. */
export class UniqueInFile {
  readonly #seen = new Seen();

  /** The nodes of a part that would get a value which a node of a part before gets. */
  repeatedIn(
    unique: readonly { readonly uid: string; readonly keys: readonly string[] }[],
  ): ReadonlySet<string> {
    const repeated = unique.filter(({ keys }) => keys.filter((key) => !this.#seen.add(key)).length > 0);
    return new Set(repeated.map(({ uid }) => uid));
  }
}

/** The nodes that a file has, with their labels, in flat memory. */
export class NodesOfFile {
  readonly #labels = new LabelsOfNodes();
  readonly #leftOut = new Seen();

  /** There are more combinations of labels than are remembered. */
  get isTooVaried(): boolean {
    return this.#labels.isTooVaried;
  }

  /** False when it was there. */
  add({ uid, labels }: Pick<NodeElement, 'uid' | 'labels'>): boolean {
    return this.#labels.add(uid, labels);
  }

  has(uid: string): boolean {
    return this.#labels.has(uid);
  }

  /** It cannot be stored: edges have to do without it. */
  leaveOut(uid: string): void {
    this.#leftOut.add(uid);
  }

  /** `undefined` when the file does not have it, or it is left out. */
  labelsOf(uid: string): readonly string[] | undefined {
    return this.#leftOut.has(uid) ? undefined : this.#labels.of(uid);
  }
}

/**
 * What has come so far when a file is gone over from its start: each time its edges get the same uids. `repeats`: it says
 * some node twice. `keyed`: ids of edges tell parallel edges apart, and no others.
 */
export class Passing {
  readonly #nodes = new Seen();
  readonly #edges = new Seen();
  readonly #alike = new NumbersByDigest();
  readonly #implied = new Seen();
  readonly #leftOut = { edges: new Seen(), implied: new Seen() };

  constructor(private readonly of: { readonly repeats: boolean; readonly keyed: boolean }) {}

  /** Whether the file had the node before. Asked only where a file is known to say one twice. */
  isRepeated({ uid }: NodeElement): boolean {
    return this.of.repeats && !this.#nodes.add(uid);
  }

  /** The uid of an edge; `undefined` when the file had it before. */
  uidOf({ uid, from: source, to: target, type, directed }: EdgeElement): string | undefined {
    const connection = connectionOf({ source, target, type, directed });
    if (uid !== undefined) return this.#untaken(this.of.keyed ? edgeUidOf(connection, uid) : uid);
    const digest = digestOf(connection);
    for (;;) {
      const before = this.#alike.get(digest);
      this.#alike.set(digest, before + 1);
      const derived = edgeUidOf(connection, before);
      if (this.#edges.add(derived)) return derived;
    }
  }

  #untaken(uid: string): string | undefined {
    return this.#edges.add(uid) ? uid : undefined;
  }

  hasEdge(uid: string): boolean {
    return this.#edges.has(uid);
  }

  /** An edge, or a node that only edges name, cannot be stored. */
  leaveOut(kind: 'edges' | 'implied', uid: string): void {
    this.#leftOut[kind].add(uid);
  }

  isLeftOut(edge: string): boolean {
    return this.#leftOut.edges.has(edge);
  }

  /** A node that only edges name, and that can be stored. */
  isEnd(uid: string): boolean {
    return this.isImplied(uid) && !this.#leftOut.implied.has(uid);
  }

  /** A node that only edges name; false when it came before. */
  imply(uid: string): boolean {
    return this.#implied.add(uid);
  }

  isImplied(uid: string): boolean {
    return this.#implied.has(uid);
  }
}

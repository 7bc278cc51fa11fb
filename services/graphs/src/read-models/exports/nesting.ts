import type { Loss, NodeElement } from '../../formats/element.js';
import { limits } from '../../formats/limits.js';
import { Losses } from '../../formats/writing/losses.js';

const GONE = 'parents of nodes that are not there';
const CIRCLE = 'parents of nodes that lie in each other';
const TOO_DEEP = `parents of nodes deeper than ${limits.hierarchyDepth}`;
const TOO_MANY = `parents of more than ${limits.nestedNodes} nodes`;

/**
 * Which nodes lie in which, as far as a file can say it: a parent may be deleted, and several imports together may lay
 * nodes in each other. What lies in another is remembered, and no other node.
 */
export class Nesting {
  readonly #parents = new Map<string, string>();
  readonly #losses = new Losses();

  get losses(): readonly Loss[] {
    return this.#losses.all();
  }

  parentOf(uid: string): string | undefined {
    return this.#parents.get(uid);
  }

  get isEmpty(): boolean {
    return this.#parents.size === 0;
  }

  add({ uid, parent }: NodeElement): void {
    if (parent === undefined) return;
    if (this.#parents.size === limits.nestedNodes) this.#losses.add(TOO_MANY);
    else this.#parents.set(uid, parent);
  }

  /** Leaves out what no reader takes. `there`: the parents that are among the nodes. */
  settle(there: ReadonlySet<string>): void {
    for (const [uid, parent] of this.#parents) if (!there.has(parent)) this.#leaveOut(uid, GONE);
    const depths = new Map<string, number>();
    for (const uid of this.#parents.keys()) this.#measure(uid, depths);
  }

  /** Goes up to what is known, then gives everything on the way its depth. */
  #measure(from: string, depths: Map<string, number>): void {
    const way = this.#wayUp(from, depths);
    for (const uid of way.reverse()) {
      const parent = this.#parents.get(uid);
      const depth = parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1;
      const isTooDeep = depth > limits.hierarchyDepth;
      if (isTooDeep) this.#leaveOut(uid, TOO_DEEP);
      depths.set(uid, isTooDeep ? 0 : depth);
    }
  }

  /** The nodes whose depth is not known. Where a way comes back to itself, it ends. */
  #wayUp(from: string, depths: ReadonlyMap<string, number>): string[] {
    const way = new Set<string>();
    let last = from;
    for (let at: string | undefined = from; at !== undefined && !depths.has(at); at = this.#parents.get(at)) {
      if (way.has(at)) {
        this.#leaveOut(last, CIRCLE);
        break;
      }
      way.add(at);
      last = at;
    }
    return [...way];
  }

  #leaveOut(uid: string, why: string): void {
    this.#parents.delete(uid);
    this.#losses.add(why);
  }

  get parents(): ReadonlySet<string> {
    return new Set(this.#parents.values());
  }
}

/** Goes over the nodes once, and once more where some lie in others. */
export const nestingOf = async (nodes: () => AsyncIterable<readonly NodeElement[]>): Promise<Nesting> => {
  const nesting = new Nesting();
  for await (const batch of nodes()) for (const node of batch) nesting.add(node);
  if (nesting.isEmpty) return nesting;
  const { parents } = nesting;
  const there = new Set<string>();
  for await (const batch of nodes()) for (const { uid } of batch) if (parents.has(uid)) there.add(uid);
  nesting.settle(there);
  return nesting;
};

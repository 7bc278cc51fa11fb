import { limits } from '../limits.js';
import { FileRefused, type Place, shown } from './refusal.js';

/**
 * Which nodes lie in which: kept for the nodes that lie in one, to be looked at when the file is through. A circle is
 * refused, and so is what lies deeper than `limits.hierarchyDepth`.
 */
export class Hierarchy {
  readonly #parents = new Map<string, { readonly parent: string; readonly place: Place }>();

  add(child: string, parent: string, place: Place): void {
    if (child === parent) throw new FileRefused('hierarchy_invalid', `${shown(child)} lies in itself`, place);
    if (this.#parents.size >= limits.nestedNodes)
      throw new FileRefused('too_large', `more than ${limits.nestedNodes} nodes lie in others`, place);
    this.#parents.set(child, { parent, place });
  }

  check(): void {
    const depths = new Map<string, number>();
    for (const child of this.#parents.keys()) this.#measure(child, depths);
  }

  /** Goes up to what is known, then gives everything on the way its depth. */
  #measure(from: string, depths: Map<string, number>): void {
    const { way, top } = this.#wayUp(from, depths);
    let depth = top === undefined ? -1 : (depths.get(top) ?? 0);
    for (const uid of way.reverse()) depths.set(uid, (depth += 1));
    if (depth > limits.hierarchyDepth)
      this.#refuse('too_large', from, `lies deeper than ${limits.hierarchyDepth} nodes`);
  }

  /** The nodes on the way whose depth is not known, and the first whose depth is. */
  #wayUp(
    from: string,
    depths: ReadonlyMap<string, number>,
  ): { readonly way: string[]; readonly top: string | undefined } {
    const met = new Set<string>();
    let at: string | undefined = from;
    while (at !== undefined && !depths.has(at)) {
      if (met.has(at)) this.#refuse('hierarchy_invalid', at, 'lies in itself, through others');
      met.add(at);
      at = this.#parents.get(at)?.parent;
    }
    return { way: [...met], top: at };
  }

  #refuse(code: 'hierarchy_invalid' | 'too_large', uid: string, why: string): never {
    throw new FileRefused(
      code,
      `${shown(uid)} ${why}`,
      this.#parents.get(uid)?.place ?? { line: 1, column: 1 },
    );
  }
}

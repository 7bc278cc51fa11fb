import { type GraphNameCount, statsLimits } from '@cairn/contracts';

/** Some names with how often they are there, and how many there are in all. */
export interface CountedNames {
  readonly names: readonly GraphNameCount[];
  readonly total: number;
}

/** All names that are counted together, characters: they are held in memory. */
const MOST_CHARACTERS = 4_000_000;

/** Counts names while there are few enough of them. */
export class NameCounts {
  #counts: Map<string, number> | undefined = new Map();
  #left: number;

  constructor(mostCharacters = MOST_CHARACTERS) {
    this.#left = mostCharacters;
  }

  add(name: string): void {
    if (this.#counts === undefined) return;
    const before = this.#counts.get(name);
    if (before === undefined) this.#left -= name.length;
    this.#counts.set(name, (before ?? 0) + 1);
    if (this.#left < 0 || this.#counts.size > statsLimits.countedNames) this.#counts = undefined;
  }

  /** `undefined`: there were too many. */
  get counted(): CountedNames | undefined {
    if (this.#counts === undefined) return undefined;
    const all = [...this.#counts].map(([name, count]) => ({ name, count }));
    return { names: all.sort(byCount).slice(0, statsLimits.listedNames), total: all.length };
  }
}

/** The most frequent first, then by name. */
export const byCount = (one: GraphNameCount, other: GraphNameCount): number =>
  other.count - one.count || (one.name < other.name ? -1 : 1);

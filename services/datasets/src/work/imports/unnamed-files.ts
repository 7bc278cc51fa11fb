import { isUnmeant, NumbersByDigest, type Source } from '@cairn/kernel';
import { hash } from 'node:crypto';

/** So many are named; the others are counted. */
const MOST_NAMED = 5;

/** What is uploaded, and which of its files nobody opens while it is read whole: flat, for there may be a million. */
export class ReadThroughOnce {
  readonly source: Source;
  readonly #opened = new NumbersByDigest();

  constructor(private readonly whole: Source) {
    const { name, archive, charset } = whole;
    this.source = {
      name,
      archive,
      ...(charset === undefined ? {} : { charset }),
      names: () => whole.names(),
      has: (one) => whole.has(one),
      size: (one) => whole.size(one),
      open: (one) => {
        if (archive) this.#opened.set(digestOf(one), 1);
        return whole.open(one);
      },
      close: () => whole.close(),
    };
  }

  /**
   * A sentence about the files that were not opened; `undefined` when all were. Those that tools leave behind nobody
   * means, and those that `told` has were named already.
   */
  unnamed(told: readonly string[]): string | undefined {
    if (!this.whole.archive) return undefined;
    const first: string[] = [];
    let count = 0;
    for (const name of this.whole.names()) {
      if (!this.#isUnnamed(name) || told.includes(`the file ${name}`)) continue;
      count += 1;
      if (first.length < MOST_NAMED) first.push(name);
    }
    return count === 0 ? undefined : sentenceOf(count, first);
  }

  #isUnnamed(name: string): boolean {
    return this.#opened.get(digestOf(name)) === 0 && !isUnmeant(name);
  }
}

const sentenceOf = (count: number, first: readonly string[]): string => {
  const others = count > first.length ? ` and ${count - first.length} more` : '';
  return `${count === 1 ? 'a file' : `${count} files`} that no record names: ${first.join(', ')}${others}`;
};

const digestOf = (name: string): string => hash('sha256', name, 'hex');

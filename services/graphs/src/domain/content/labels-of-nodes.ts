import { NumbersByDigest } from '@cairn/kernel';
import { digestOf } from '../../formats/seen.js';

/** So many combinations of labels are remembered. */
const MOST_COMBINATIONS = 100_000;

/** The labels of millions of nodes, in flat memory. */
export class LabelsOfNodes {
  /** The combinations of labels, from 1. */
  readonly #numbers = new NumbersByDigest();
  readonly #combinations: (readonly string[])[] = [];
  readonly #known = new Map<string, number>();
  /** There are more combinations of labels than are remembered. */
  isTooVaried = false;

  /** False when it was there. */
  add(node: string, labels: readonly string[]): boolean {
    const digest = digestOf(node);
    if (this.#numbers.get(digest) !== 0) return false;
    this.#numbers.set(digest, this.#numberOf(labels));
    return true;
  }

  has(node: string): boolean {
    return this.#numbers.get(digestOf(node)) !== 0;
  }

  /** `undefined` where there is no such node; empty where they are not remembered. */
  of(node: string): readonly string[] | undefined {
    const number = this.#numbers.get(digestOf(node));
    return number === 0 ? undefined : (this.#combinations[number - 1] ?? []);
  }

  #numberOf(labels: readonly string[]): number {
    const text = JSON.stringify(labels);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#combinations.length === MOST_COMBINATIONS) {
      this.isTooVaried = true;
      return MOST_COMBINATIONS + 1;
    }
    this.#combinations.push(labels);
    this.#known.set(text, this.#combinations.length);
    return this.#combinations.length;
  }
}

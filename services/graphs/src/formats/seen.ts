import { hash } from 'node:crypto';
import { NumbersByDigest } from '@cairn/kernel';

export const digestOf = (text: string): string => hash('sha256', text, 'hex');

/** Texts by their hashes, for millions: two of the same eight bytes are one. */
export class Seen {
  readonly #numbers = new NumbersByDigest();

  has(text: string): boolean {
    return this.#numbers.get(digestOf(text)) !== 0;
  }

  /** False when it was there. */
  add(text: string): boolean {
    const digest = digestOf(text);
    if (this.#numbers.get(digest) !== 0) return false;
    this.#numbers.set(digest, 1);
    return true;
  }
}

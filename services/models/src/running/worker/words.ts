import type { Padding } from '../tokenizer/tokenizer.js';

/** A word of a text; `start` and `end` in code points, half open. */
export interface Word {
  readonly start: number;
  readonly end: number;
}

/** Tokens by their ids; `wordOf[i]` is the word of the text that token `i` is of, -1 for none. */
export interface Encoded {
  readonly ids: readonly number[];
  readonly types: readonly number[];
  readonly words: readonly Word[];
  readonly wordOf: readonly number[];
  /** Tokens that the whole text has, with those that were cut off. */
  readonly total: number;
}

/** Makes tokens of a text, or of a pair, `most` of them at most. */
export interface Encoder {
  readonly padding: Padding;
  /** Tokens at most, as the tokenizer itself says it. */
  readonly most?: number;
  readonly encode: (text: string, context: string, most: number) => Encoded;
}

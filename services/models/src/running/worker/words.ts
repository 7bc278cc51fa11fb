/** A word of a text; `start` and `end` in code points, half open. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Tokens by their ids; a pair of texts is joined as the tokenizer does it. */
export interface Encoded {
  readonly ids: readonly number[];
  readonly types: readonly number[];
  readonly wordOf: readonly number[];
}
export type Encode = (words: readonly Word[], pair: readonly Word[], most: number) => Encoded;

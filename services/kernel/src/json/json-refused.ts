/** What is wrong, as a word that a program can tell apart. */
export type JsonFlawCode =
  | 'json_invalid'
  | 'key_invalid'
  | 'key_twice'
  | 'number_invalid'
  | 'text_invalid'
  | 'too_deep'
  | 'too_many_values';

/** Why a value must not enter: it could not leave as it came (security, S8 to S10). */
export interface JsonFlaw {
  readonly code: JsonFlawCode;
  readonly message: string;
  /** What is to be said of the value itself, when it is JSON and could not be kept as it is. */
  readonly unkeepable?: string;
}

/** A JSON text that is not taken. */
export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';
  readonly code: JsonFlawCode;
  readonly unkeepable: string | undefined;

  /** `at` is the character from 0, `pointer` the value or the key (RFC 6901). */
  constructor(
    { code, message, unkeepable }: JsonFlaw,
    readonly at: number,
    readonly pointer: string,
  ) {
    super(message);
    this.code = code;
    this.unkeepable = unkeepable;
  }
}

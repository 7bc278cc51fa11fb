import type { Json } from '../base/json-value.js';
import { pointerTo } from '../base/pointer.js';
import { type JsonFlaw, JsonRefused } from './json-refused.js';
import { partOf } from './part-of.js';
import { isReservedKey, numberFlaw, textFlaw, UNSAFE } from './rules.js';

const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /-?[A-Za-z]+/y;
/** Everything up to what needs a second look: a quote, an escape, a control character, half a surrogate pair. */
const PLAIN = /[ !#-[\]-\ud7ff\ue000-\uffff]*/y;
const WORDS = new Map<string, boolean | null>([
  ['t', true],
  ['f', false],
  ['n', null],
]);

/** Characters of a number whose digits, without its point, are surely exact. */
const SHORT = 15;
const POWERS = Array.from({ length: SHORT + 1 }, (_, power) => 10 ** power);
const ENDS_NUMBER: ReadonlySet<string | undefined> = new Set([',', ']', '}', ' ', '\n', undefined]);

/** What a JSON text may be at most, and what it may hold that JSON does not. */
export interface JsonLimits<Value = Json> {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** The value that stands for a number that would be changed; without one the number is refused. */
  number?(this: void, written: string, flaw: JsonFlaw): Value | undefined;
  /** Words that are values beside `true`, `false` and `null`, as `NaN`. */
  readonly words?: ReadonlyMap<string, Value>;
  /** Values of any kind and keys, all together: an empty object costs three bytes to send and sixty to hold (S11). */
  readonly values?: number;
  /** Told how many there are, when all of them were read; what it throws is thrown. */
  counted?(this: void, values: number): void;
}

/** JSON whose whole numbers beyond 2^53 are exact. */
export type ExactJson =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson | undefined };

/**
 * Parses a JSON text as `JSON.parse` does, and refuses what must not enter (S8, S9, S10): deep nesting, reserved and
 * duplicate keys, numbers that would be changed, lone surrogates and NUL. Throws `JsonRefused`; as soon as there are
 * too many values, too.
 */
export const parseStrictly = (text: string, limits: JsonLimits): Json =>
  // Limits that give no bigint read none.
  new StrictJson(text, limits).whole() as Json;

/** The same, with whole numbers beyond 2^53 as bigints instead of refused. */
export const parseExactly = (text: string, limits: JsonLimits): ExactJson =>
  new StrictJson(text, { ...limits, number: wholeNumber }).whole();

const wholeNumber = (written: string, flaw: JsonFlaw): bigint | undefined =>
  flaw === UNSAFE ? BigInt(written) : undefined;

class StrictJson {
  #at = 0;
  #depth = 0;
  #values = 0;
  /** Of the number that is read, without its point. */
  #digits = 0;
  readonly #mostValues: number;
  /** Keys and indexes that lead to the value that is read; the first `#depth` count. */
  readonly #path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits<ExactJson>,
  ) {
    this.#mostValues = limits.values ?? Infinity;
  }

  whole(): ExactJson {
    const value = this.#value();
    this.#skipWhitespace();
    if (this.#at < this.text.length) throw this.#malformed('something stands behind the value');
    this.limits.counted?.(this.#values);
    return value;
  }

  #value(): ExactJson {
    this.#count();
    this.#skipWhitespace();
    const first = this.text[this.#at];
    if (first === '{') return this.#nested(() => this.#object());
    if (first === '[') return this.#nested(() => this.#array());
    if (first === '"') return this.#string();
    const word = WORDS.get(first ?? '');
    return word === undefined ? this.#number() : this.#word(word);
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > this.#mostValues)
      throw this.#refused({
        code: 'too_many_values',
        message: `more than ${this.#mostValues} values and keys`,
      });
  }

  #nested(read: () => ExactJson): ExactJson {
    this.#depth += 1;
    if (this.#depth > this.limits.depth) throw this.#tooDeep();
    this.#path.length = this.#depth - 1;
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): ExactJson {
    const object: Record<string, ExactJson> = {};
    if (this.#takes('}')) return object;
    do {
      this.#skipWhitespace();
      const start = this.#at;
      if (this.text[start] !== '"') throw this.#malformed('a key is expected');
      this.#count();
      const key = this.#key();
      if (isReservedKey(key))
        throw this.#refused({ code: 'key_invalid', message: 'a key is reserved' }, start);
      if (Object.hasOwn(object, key))
        throw this.#refused({ code: 'key_twice', message: 'a key stands twice in one object' }, start);
      if (!this.#takes(':')) throw this.#malformed('a colon is expected');
      object[key] = this.#value();
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#malformed('a comma or the end of the object is expected');
    return object;
  }

  /** A key is no value: what is wrong with its text is told of the object. */
  #key(): string {
    this.#depth -= 1;
    const key = this.#string();
    this.#depth += 1;
    this.#path[this.#depth - 1] = key;
    return key;
  }

  #array(): ExactJson {
    const array: ExactJson[] = [];
    if (this.#takes(']')) return array;
    do {
      this.#path[this.#depth - 1] = array.length;
      array.push(this.#value());
    } while (this.#takes(','));
    if (!this.#takes(']')) throw this.#malformed('a comma or the end of the array is expected');
    return array;
  }

  #string(): string {
    const start = this.#at + 1;
    PLAIN.lastIndex = start;
    PLAIN.test(this.text);
    const end = PLAIN.lastIndex;
    if (this.text[end] !== '"') return this.#unplainString(end);
    this.#at = end + 1;
    return partOf(this.text, start, end);
  }

  /** A string with escapes or characters outside the basic plane: its end is looked for, JSON.parse reads it. */
  #unplainString(from: number): string {
    let end = from;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw this.#malformed('a string does not end');
    const quoted = this.text.slice(this.#at, end + 1);
    const value = parsedString(quoted);
    if (value === undefined)
      throw this.#malformed('a string has a wrong escape or a control character', this.#at + wrongIn(quoted));
    const flaw = textFlaw(value);
    if (flaw !== undefined) throw this.#refused(flaw);
    this.#at = end + 1;
    return value;
  }

  #number(): ExactJson {
    const short = this.#shortNumber();
    if (short !== undefined) return short;
    NUMBER.lastIndex = this.#at;
    if (!NUMBER.test(this.text)) return this.#furtherWord();
    const written = this.text.slice(this.#at, NUMBER.lastIndex);
    const number = Number(written);
    const flaw = numberFlaw(written, number);
    const value = flaw === undefined ? number : this.limits.number?.(written, flaw);
    if (value === undefined) throw this.#refused(flaw!);
    this.#at += written.length;
    return value;
  }

  #furtherWord(): ExactJson {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.text)?.[0] ?? '';
    const value = this.limits.words?.get(word);
    if (value === undefined) throw this.#malformed('a value is expected');
    this.#at += word.length;
    return value;
  }

  /**
   * Most numbers are a few digits: these are read without a regular expression, many times as quick. A whole number below
   * 2^53 divided by a power of ten up to 10^22 is rounded once, as the decimal itself would be.
   */
  #shortNumber(): number | undefined {
    const isNegative = this.text[this.#at] === '-';
    const start = isNegative ? this.#at + 1 : this.#at;
    this.#digits = 0;
    const point = this.#digitsFrom(start);
    const end = this.text[point] === '.' ? this.#digitsFrom(point + 1) : point;
    if (!this.#isShortNumber(start, point, end)) return undefined;
    this.#at = end;
    const size = end === point ? this.#digits : this.#digits / POWERS[end - point - 1]!;
    return isNegative ? -size : size;
  }

  /** Whether digits stand before the point and behind it, few enough, without a leading zero, and nothing else. */
  #isShortNumber(start: number, point: number, end: number): boolean {
    const isZeroFirst = point > start + 1 && this.text[start] === '0';
    return (
      point > start &&
      !isZeroFirst &&
      end !== point + 1 &&
      end - start <= SHORT &&
      ENDS_NUMBER.has(this.text[end])
    );
  }

  /** Adds digits to those that were read, and answers where they end. */
  #digitsFrom(from: number): number {
    let at = from;
    for (; at - from <= SHORT; at += 1) {
      const digit = this.text.charCodeAt(at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      this.#digits = this.#digits * 10 + digit;
    }
    return at;
  }

  #word(value: boolean | null): ExactJson {
    const word = String(value);
    if (!this.text.startsWith(word, this.#at)) throw this.#malformed('a value is expected');
    this.#at += word.length;
    return value;
  }

  #takes(character: string): boolean {
    this.#skipWhitespace();
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipWhitespace(): void {
    const code = this.text.charCodeAt(this.#at);
    if (code > 32) return;
    WHITESPACE.lastIndex = this.#at;
    WHITESPACE.test(this.text);
    this.#at = WHITESPACE.lastIndex;
  }

  #malformed(message: string, at?: number): JsonRefused {
    return this.#refused({ code: 'json_invalid', message }, at);
  }

  #tooDeep(): JsonRefused {
    this.#depth -= 1;
    return this.#refused({
      code: 'too_deep',
      message: `values are nested more than ${this.limits.depth} deep`,
    });
  }

  #refused(flaw: JsonFlaw, at = this.#at): JsonRefused {
    return new JsonRefused(flaw, at, this.#path.slice(0, this.#depth).reduce<string>(pointerTo, ''));
  }
}

/** Ends at the backslash of an escape that is none, behind whole escapes of backslashes, or at a control character. */
const WRONG = /(?<!\\)(?:\\\\)*\\(?!["\\/bfnrt]|u[\da-fA-F]{4})|[^ -\uffff]/;

/** Where a text in quotes stops being a JSON string. */
const wrongIn = (quoted: string): number => {
  const found = WRONG.exec(quoted);
  return found === null ? 0 : found.index + found[0].length - 1;
};

/** `undefined` when it is no JSON string. */
const parsedString = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
};

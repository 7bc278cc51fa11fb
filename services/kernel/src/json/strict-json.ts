import type { Json } from '../eventlog/port.js';
import { pointerTo } from '../queries/pointer.js';
import { type JsonFlaw, JsonRefused } from './json-refused.js';
import { partOf } from './part-of.js';
import { isReservedKey, numberFlaw, textFlaw, UNSAFE } from './rules.js';

const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Everything up to what needs a second look: a quote, an escape, a control character, half a surrogate pair. */
const PLAIN = /[ !#-[\]-\ud7ff\ue000-\uffff]*/y;
const WORDS = new Map<string, boolean | null>([
  ['t', true],
  ['f', false],
  ['n', null],
]);

/** Digits of a number that is surely exact. */
const SHORT = 15;
const ENDS_NUMBER: ReadonlySet<string | undefined> = new Set([',', ']', '}', ' ', '\n', undefined]);

/** What a JSON text may be at most. */
export interface JsonLimits {
  /** Objects and arrays within each other. */
  readonly depth: number;
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
  // Without `isExact` it reads no bigint.
  new StrictJson(text, limits, false).whole() as Json;

/** The same, with whole numbers beyond 2^53 as bigints instead of refused. */
export const parseStrictlyExact = (text: string, limits: JsonLimits): ExactJson =>
  new StrictJson(text, limits, true).whole();

class StrictJson {
  #at = 0;
  #depth = 0;
  #values = 0;
  readonly #mostValues: number;
  /** Keys and indexes that lead to the value that is read; the first `#depth` count. */
  readonly #path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
    private readonly isExact: boolean,
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
    const value = parsedString(this.text.slice(this.#at, end + 1));
    if (value === undefined) throw this.#malformed('a string has a wrong escape or a control character');
    const flaw = textFlaw(value);
    if (flaw !== undefined) throw this.#refused(flaw);
    this.#at = end + 1;
    return value;
  }

  #number(): number | bigint {
    const short = this.#shortNumber();
    if (short !== undefined) return short;
    NUMBER.lastIndex = this.#at;
    const written = NUMBER.exec(this.text)?.[0];
    if (written === undefined) throw this.#malformed('a value is expected');
    const number = Number(written);
    const flaw = numberFlaw(written, number);
    const isLong = this.isExact && flaw === UNSAFE;
    if (flaw !== undefined && !isLong) throw this.#refused(flaw);
    this.#at = NUMBER.lastIndex;
    return isLong ? BigInt(written) : number;
  }

  /** Most numbers are a few digits: these are read without a regular expression, in a third of the time. */
  #shortNumber(): number | undefined {
    const start = this.#at;
    let at = start;
    let number = 0;
    let digit = this.#digitAt(at);
    while (digit >= 0 && at - start < SHORT) {
      number = number * 10 + digit;
      at += 1;
      digit = this.#digitAt(at);
    }
    const isZeroFirst = at - start > 1 && this.text[start] === '0';
    if (at === start || isZeroFirst || !ENDS_NUMBER.has(this.text[at])) return undefined;
    this.#at = at;
    return number;
  }

  /** -1 where there is none. */
  #digitAt(at: number): number {
    const digit = this.text.charCodeAt(at) - 48;
    return digit >= 0 && digit <= 9 ? digit : -1;
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

  #malformed(message: string): JsonRefused {
    return this.#refused({ code: 'json_invalid', message });
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

/** `undefined` when it is no JSON string. */
const parsedString = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
};

import { type Json, pointerTo } from '@cairn/kernel';
import { Problem } from '../../problems/problem.js';
import { unkeepable } from '../../problems/unkeepable.js';
import { partOf } from '../part-of.js';

/** Keys that reach an object's prototype when someone merges carelessly (S8). */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** Everything up to what needs a second look: a quote, an escape, a control character, half a surrogate pair. */
const PLAIN = /[ !#-[\]-\ud7ff\ue000-\uffff]*/y;
const WORDS = new Map<string, boolean | null>([
  ['t', true],
  ['f', false],
  ['n', null],
]);

/** What a JSON text may be at most. */
export interface JsonLimits {
  /** Objects and arrays within each other. */
  readonly depth: number;
  /** Values of any kind and keys, all together: an empty object costs three bytes to send and sixty to hold (S11). */
  readonly values: number;
  /** Told how many there are, when all of them were read; what it throws is thrown. */
  counted?(this: void, values: number): void;
}

/**
 * Parses a JSON text as `JSON.parse` does, and refuses what must not enter (S8, S9, S10): deep nesting, reserved and
 * duplicate keys, numbers that JSON cannot carry again, lone surrogates and NUL. Throws a `Problem`: `malformed_json`,
 * `invalid_body` for what is JSON and cannot be kept, `payload_too_large` as soon as there are too many values.
 */
export const parseStrictJson = (text: string, limits: JsonLimits): Json =>
  new StrictJson(text, limits).whole();

class StrictJson {
  #at = 0;
  #depth = 0;
  #values = 0;
  /** Keys and indexes that lead to the value that is read; the first `#depth` count. */
  readonly #path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
  ) {}

  whole(): Json {
    const value = this.#value();
    this.#skipWhitespace();
    if (this.#at < this.text.length) throw this.#malformed('something stands behind the value');
    this.limits.counted?.(this.#values);
    return value;
  }

  #value(): Json {
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
    if (this.#values > this.limits.values) throw this.#tooMany();
  }

  #nested(read: () => Json): Json {
    this.#depth += 1;
    if (this.#depth > this.limits.depth)
      throw this.#malformed(`values are nested more than ${this.limits.depth} deep`);
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): Json {
    const object: Record<string, Json> = {};
    if (this.#takes('}')) return object;
    do {
      this.#skipWhitespace();
      const start = this.#at;
      if (this.text[start] !== '"') throw this.#malformed('a key is expected');
      this.#count();
      const key = this.#key();
      if (RESERVED.has(key)) throw this.#malformed('a key is reserved', start);
      if (Object.hasOwn(object, key)) throw this.#malformed('a key stands twice in one object', start);
      if (!this.#takes(':')) throw this.#malformed('a colon is expected');
      object[key] = this.#value();
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#malformed('a comma or the end of the object is expected');
    return object;
  }

  /** A key is no value: what is wrong with it is told of the object. */
  #key(): string {
    this.#depth -= 1;
    const key = this.#string();
    this.#depth += 1;
    this.#path[this.#depth - 1] = key;
    return key;
  }

  #array(): Json {
    const array: Json[] = [];
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
    if (value === undefined)
      throw this.#malformed('a string has a wrong escape, a control character or half a character');
    if (value.includes('\0')) throw this.#unkeepable('holds the character NUL');
    this.#at = end + 1;
    return value;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.text);
    if (match === null) throw this.#malformed('a value is expected');
    const number = Number(match[0]);
    if (!Number.isFinite(number)) throw this.#malformed('a number is too large');
    const isWhole = match[1] === undefined && match[2] === undefined;
    if (isWhole && !Number.isSafeInteger(number))
      throw this.#unkeepable('is an integer beyond 2^53 and would be changed');
    this.#at = NUMBER.lastIndex;
    return number;
  }

  #word(value: boolean | null): Json {
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

  #malformed(what: string, at = this.#at): Problem {
    return new Problem('malformed_json', `The body is not acceptable JSON: ${what}, at character ${at}.`);
  }

  #tooMany(): Problem {
    const detail = `The body holds more than ${this.limits.values} values and keys.`;
    return new Problem('payload_too_large', detail, { bound: 'body_values' });
  }

  #unkeepable(message: string): Problem {
    const pointer = this.#path.slice(0, this.#depth).reduce<string>(pointerTo, '');
    return unkeepable(pointer, `What stands in the body at character ${this.#at}`, message);
  }
}

/** `undefined` when it is no JSON string, or holds half a surrogate pair, which UTF-8 cannot carry. */
const parsedString = (quoted: string): string | undefined => {
  try {
    const value = JSON.parse(quoted) as string;
    return isWellFormed(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Whether a text has no lone surrogate. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);

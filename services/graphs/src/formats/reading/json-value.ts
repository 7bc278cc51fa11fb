import type { Json } from '@cairn/kernel';
import { limits } from '../limits.js';
import { decimalOf, floatOf, integerOf } from '../values.js';
import { checkedName } from './names.js';
import { FileRefused, type Place, shown } from './refusal.js';

/** What the parser of the language would take and lose, or take and must not. */
const NEEDS_CARE = /\\u|[\ud800-\udfff]|"(?:__proto__|constructor|prototype)"|(?<![.\d])\d{16}|[eE]\+?\d{3}/;

/**
 * A JSON text as a value. Integers beyond 2^53 keep their digits, `NaN`, `Infinity` and `-Infinity` (as Python writes
 * them) are taken: `values.ts`. Throws `FileRefused` with the place inside of the text, which begins at `start`.
 */
export const jsonOf = (text: string, start: Place): Json => {
  if (NEEDS_CARE.test(text) || isBracketed(text)) return new CarefulJson(text, start).value();
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new CarefulJson(text, start).value();
  }
};

/** More brackets than levels that are allowed. */
const isBracketed = (text: string): boolean => {
  if (text.length <= limits.depth) return false;
  let opened = 0;
  for (let at = 0; at < text.length && opened <= limits.depth; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) opened += 1;
  }
  return opened > limits.depth;
};

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /(?:(?!\p{Cc})[^"\\]|[\x7f-\x9f])*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z]+/y;
const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', { $float: 'NaN' }],
  ['Infinity', { $float: 'Infinity' }],
  ['-Infinity', { $float: '-Infinity' }],
]);
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Ten times slower than the parser of the language; it knows where it is. */
class CarefulJson {
  #at = 0;
  constructor(
    private readonly text: string,
    private readonly start: Place,
  ) {}

  value(): Json {
    const value = this.#value(0);
    this.#matched(SPACE);
    if (this.#at < this.text.length) this.#refuse('json_invalid', 'something follows the value');
    return value;
  }

  #value(depth: number): Json {
    this.#matched(SPACE);
    if (depth > limits.depth) this.#refuse('too_large', `nested deeper than ${limits.depth} levels`);
    const character = this.text[this.#at];
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#list(depth);
    return character === '"' ? this.#string() : this.#scalar();
  }

  #object(depth: number): Json {
    const fields = new Map<string, Json>();
    this.#at += 1;
    if (this.#next('}')) return {};
    do {
      this.#matched(SPACE);
      const place = this.#place();
      const key = checkedName(this.#string(), 'a key', place);
      if (!this.#next(':')) this.#refuse('json_invalid', 'a colon is missing');
      fields.set(key, this.#value(depth + 1));
    } while (this.#next(','));
    if (!this.#next('}')) this.#refuse('json_invalid', 'a comma or } is missing');
    return Object.fromEntries(fields);
  }

  #list(depth: number): Json {
    const values: Json[] = [];
    this.#at += 1;
    if (this.#next(']')) return values;
    do values.push(this.#value(depth + 1));
    while (this.#next(','));
    if (!this.#next(']')) this.#refuse('json_invalid', 'a comma or ] is missing');
    return values;
  }

  #string(): string {
    const place = this.#place();
    if (this.text[this.#at] !== '"') this.#refuse('json_invalid', this.#instead('a text in double quotes'));
    this.#at += 1;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.#matched(PLAIN));
      const character = this.text[this.#at];
      if (character === '"') break;
      if (character !== '\\') this.#refuse('json_invalid', 'a text has no end, or a line break in it');
      parts.push(this.#escape());
    }
    this.#at += 1;
    const text = parts.join('');
    if (!text.isWellFormed() || text.includes('\0'))
      throw new FileRefused('text_invalid', 'a text holds NUL or half of a surrogate pair', place);
    return text;
  }

  #escape(): string {
    const character = this.text[this.#at + 1] ?? '';
    const hex = this.text.slice(this.#at + 2, this.#at + 6);
    if (character === 'u' && /^[\da-f]{4}$/i.test(hex)) {
      this.#at += 6;
      return String.fromCharCode(parseInt(hex, 16));
    }
    const plain = escapes[character];
    if (plain === undefined) return this.#refuse('json_invalid', `\\${character} is no escape`);
    this.#at += 2;
    return plain;
  }

  #scalar(): Json {
    const [place, from] = [this.#place(), this.#at];
    const digits = this.#matched(NUMBER);
    if (digits !== '' && !/[\w.+-]/.test(this.text[this.#at] ?? '')) return this.#number(digits, place);
    this.#at = from;
    const known = words.get(this.#matched(WORD));
    if (known !== undefined) return known;
    this.#at = from;
    return this.#refuse('json_invalid', this.#instead('a value'));
  }

  #number(digits: string, place: Place): Json {
    const number = /[.eE]/.test(digits) ? floatOf(digits) : integerOf(digits);
    if (number !== undefined) return number;
    const why = decimalOf(digits) === undefined ? 'has too many digits' : 'is too large';
    throw new FileRefused('value_invalid', `the number ${shown(digits)} ${why}`, place);
  }

  #next(character: string): boolean {
    this.#matched(SPACE);
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.text)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }

  #instead(wanted: string): string {
    const found = this.text.slice(this.#at, this.#at + 10);
    return found === '' ? `${wanted} is missing` : `${wanted} is missing, there is ${shown(found)}`;
  }

  #place(): Place {
    return new PlaceIn(this.text, this.#at, this.start);
  }

  #refuse(code: 'json_invalid' | 'too_large', message: string): never {
    throw new FileRefused(code, message, this.#place());
  }
}

/** Where a position of a text is, when the text begins at `start`; it is found out when somebody asks. */
class PlaceIn implements Place {
  constructor(
    private readonly text: string,
    private readonly at: number,
    private readonly start: Place,
  ) {}

  get line(): number {
    return this.start.line + this.text.slice(0, this.at).split('\n').length - 1;
  }
  get column(): number {
    const last = this.text.slice(0, this.at).lastIndexOf('\n');
    return last === -1 ? this.start.column + this.at : this.at - last;
  }
}

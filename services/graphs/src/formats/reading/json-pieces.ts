import type { RefusalCode } from '../element.js';
import { limits } from '../limits.js';
import { jsonOf } from './json-value.js';
import { FileRefused, type Place, shown } from './refusal.js';

/** A container of the outer structure of a file: those whose members are given out one by one. */
export type Role = 'root' | 'graphs' | 'graph' | 'elements' | 'nodes' | 'edges';

/** A value that stands in the outer structure, with its text and where that begins. */
export interface Piece {
  /** Of the container that it stands in; `undefined` when it is the whole text, or one of several. */
  readonly role: Role | undefined;
  /** In an object. */
  readonly key?: string;
  readonly text: string;
  readonly place: Place;
}

/** Which containers are opened: the role of a member, by its key, `undefined` in a list. The rest are pieces. */
export type Roles = (parent: Role | undefined, key: string | undefined) => Role | undefined;

interface Frame {
  readonly role: Role;
  readonly close: '}' | ']';
  key: string | undefined;
  /** Those so far. */
  readonly keys: Set<string>;
  /** What comes next. */
  state: 'first' | 'colon' | 'value' | 'after' | 'next';
}

/** How far a value was gone through. */
interface Scan {
  at: number;
  depth: number;
  inText: boolean;
}

const BACKSLASH = 0x5c;
const STRUCTURE = /["{}[\]]/g;
const SPACES = /[ \t\n\r]*/y;
const SCALAR_END = /[,\]}\s]/g;

/**
 * Cuts a JSON text into the pieces of its outer structure without holding it: each piece is parsed by the language's own
 * parser, which takes a tenth of the time of one that gives out tokens. Several texts one after the other are JSON lines.
 */
export class JsonPieces {
  #buffer = '';
  #at = 0;
  #line = 1;
  /** Where the line began, in the buffer; it may be before it. */
  #lineStart = 0;
  #nextBreak = -2;
  readonly #frames: Frame[] = [];
  #begun = false;
  #graphs = 0;
  /** The value that is being gone through. */
  #scan: Scan | undefined;

  constructor(
    private readonly roles: Roles,
    private readonly several: boolean,
    private readonly give: (piece: Piece) => void,
  ) {}

  write(text: string): void {
    const rest = this.#buffer.slice(this.#at);
    this.#lineStart -= this.#at;
    if (this.#scan !== undefined) this.#scan.at -= this.#at;
    [this.#buffer, this.#at, this.#nextBreak] = [rest + text, 0, -2];
    while (this.#step(false));
    if (this.#buffer.length - this.#at > limits.elementCharacters)
      this.#refuse('too_large', `a value is longer than ${limits.elementCharacters} characters`);
  }

  end(): void {
    while (this.#step(true));
    if (this.#scan !== undefined) this.#refuseUnfinished();
    if (this.#frames.length > 0 || !(this.#begun || this.several)) {
      this.#advance(this.#buffer.length);
      this.#refuse('json_invalid', 'the text ends before its structure does');
    }
  }

  /** A value that is begun is parsed for the sake of the place where it is broken. */
  #refuseUnfinished(): never {
    jsonOf(this.#buffer.slice(this.#at), this.#place());
    return this.#refuse('json_invalid', 'the text ends before its structure does');
  }

  /** One token of the structure or one value; false when more text is needed. */
  #step(last: boolean): boolean {
    if (this.#scan !== undefined) return this.#finishValue(last);
    SPACES.lastIndex = this.#at;
    this.#advance(this.#at + (SPACES.exec(this.#buffer)?.[0].length ?? 0));
    const character = this.#buffer[this.#at];
    if (character === undefined) return false;
    const frame = this.#frames.at(-1);
    return frame === undefined ? this.#root(last) : this.#inside(frame, character, last);
  }

  #root(last: boolean): boolean {
    if (this.#begun && !this.several) this.#refuse('json_invalid', 'something follows the end of the graph');
    this.#begun = true;
    return this.#value(undefined, undefined, last);
  }

  #inside(frame: Frame, character: string, last: boolean): boolean {
    switch (frame.state) {
      case 'after':
        return this.#after(frame, character);
      case 'colon':
        if (character !== ':') this.#refuse('json_invalid', 'a colon is missing');
        return this.#token(frame, 'value');
      case 'first':
        return character === frame.close ? this.#closed() : this.#member(frame, last);
      case 'next':
        return this.#member(frame, last);
      case 'value':
        frame.state = 'after';
        return this.#value(frame.role, frame.key, last);
    }
  }

  #after(frame: Frame, character: string): boolean {
    if (character === ',') return this.#token(frame, 'next');
    if (character === frame.close) return this.#closed();
    return this.#refuse('json_invalid', `a comma or ${frame.close} is missing`);
  }

  #token(frame: Frame, state: Frame['state']): boolean {
    frame.state = state;
    this.#advance(this.#at + 1);
    return true;
  }

  #closed(): boolean {
    this.#frames.pop();
    this.#advance(this.#at + 1);
    return true;
  }

  #member(frame: Frame, last: boolean): boolean {
    if (frame.close === ']') {
      frame.state = 'value';
      return true;
    }
    if (this.#buffer[this.#at] !== '"') this.#refuse('json_invalid', 'a key in double quotes is missing');
    const end = textEnd(this.#buffer, this.#at + 1);
    if (end === -1) return last ? this.#refuseUnfinished() : false;
    const key = jsonOf(this.#buffer.slice(this.#at, end), this.#place());
    frame.key = typeof key === 'string' ? key : '';
    this.#checkKey(frame, frame.key);
    this.#advance(end);
    frame.state = 'colon';
    return true;
  }

  /** Keys of nodes are uids: who stores them decides about one that comes twice. */
  #checkKey({ role, keys }: Frame, key: string): void {
    if (role === 'nodes' || role === 'edges') return;
    if (keys.has(key)) this.#refuse('structure_invalid', `the key ${shown(key)} stands twice in one object`);
    keys.add(key);
    if (keys.size > limits.keys)
      this.#refuse('too_large', `more than ${limits.keys} keys beside the lists of nodes and edges`);
  }

  #value(role: Role | undefined, key: string | undefined, last: boolean): boolean {
    const character = this.#buffer[this.#at];
    const inner = character === '{' || character === '[' ? this.roles(role, key) : undefined;
    if (inner === undefined) {
      this.#scan = { at: this.#at, depth: 0, inText: false };
      return this.#finishValue(last);
    }
    if (inner === 'graph' && this.#graphs++ > 0) this.#refuse('not_supported', 'several graphs in one file');
    const close = character === '{' ? '}' : ']';
    this.#frames.push({ role: inner, close, key: undefined, keys: new Set(), state: 'first' });
    this.#advance(this.#at + 1);
    return true;
  }

  #finishValue(last: boolean): boolean {
    const end = this.#valueEnd(this.#scan!, last);
    if (end === -1) return false;
    this.#scan = undefined;
    const frame = this.#frames.at(-1);
    const [text, place] = [this.#buffer.slice(this.#at, end), this.#place()];
    if (text === '')
      this.#refuse('json_invalid', `a value is missing before ${shown(this.#buffer[end] ?? '')}`);
    this.#advance(end);
    this.give({
      role: frame?.role,
      ...(frame?.key === undefined ? {} : { key: frame.key }),
      text,
      place,
    });
    return true;
  }

  /** Where the value that begins here is over, -1 when the text so far does not tell. */
  #valueEnd(scan: Scan, last: boolean): number {
    if (!'{["'.includes(this.#buffer.charAt(this.#at))) return this.#scalarEnd(last);
    for (;;) {
      if (scan.inText && !this.#leftText(scan)) return -1;
      if (scan.depth === 0 && scan.at > this.#at) return scan.at;
      if (!this.#nextToken(scan)) return -1;
    }
  }

  /** The next quote or bracket; false when there is none. */
  #nextToken(scan: Scan): boolean {
    STRUCTURE.lastIndex = scan.at;
    const found = STRUCTURE.exec(this.#buffer);
    scan.at = found === null ? this.#buffer.length : found.index + 1;
    if (found === null) return false;
    if (found[0] === '"') scan.inText = true;
    else scan.depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
    return true;
  }

  #leftText(scan: Scan): boolean {
    const end = textEnd(this.#buffer, scan.at);
    if (end === -1) return false;
    [scan.at, scan.inText] = [end, false];
    return true;
  }

  #scalarEnd(last: boolean): number {
    SCALAR_END.lastIndex = this.#at;
    const found = SCALAR_END.exec(this.#buffer);
    if (found !== null) return found.index;
    return last ? this.#buffer.length : -1;
  }

  #advance(to: number): void {
    while (this.#nextBreak !== -1 && this.#nextBreak < to) {
      if (this.#nextBreak >= this.#at) [this.#line, this.#lineStart] = [this.#line + 1, this.#nextBreak + 1];
      this.#nextBreak = this.#buffer.indexOf('\n', Math.max(this.#nextBreak + 1, this.#at));
    }
    this.#at = to;
  }

  #place(): Place {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  #refuse(code: RefusalCode, message: string): never {
    throw new FileRefused(code, message, this.#place());
  }
}

/** Behind the quote that ends a text of which `from` is inside, -1 when there is none. */
const textEnd = (buffer: string, from: number): number => {
  for (let at = buffer.indexOf('"', from); at !== -1; at = buffer.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - 1 - slashes >= from && buffer.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
};

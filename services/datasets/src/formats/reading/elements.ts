import { MAX_RECORD_CHARACTERS, type Piece } from './lines.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const COMMA = 0x2c;

const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;
const isSpace = (code: number): boolean =>
  code === 0x20 || code === NEWLINE || code === 0x0d || code === 0x09;

/**
 * The elements of a JSON array as texts, one after the other: the array is never held whole. It looks at brackets and
 * quotes only; whether an element is JSON shows when it is parsed. Throws `ArrayUnfinished` when the text ends inside
 * or goes on after the array.
 */
export async function* elementsOf(chunks: AsyncIterable<string>): AsyncGenerator<Piece, void, void> {
  const scanner = new ElementScanner();
  for await (const chunk of chunks) {
    scanner.take(chunk);
    yield* scanner.found();
  }
  scanner.end();
}

/** The array has no end, or something follows it. */
export class ArrayUnfinished extends Error {
  override readonly name = 'ArrayUnfinished';
  constructor(readonly line: number) {
    super('the array has no end, or something follows it');
  }
}

class ElementScanner {
  #pieces: Piece[] = [];
  #element = '';
  #start = -1;
  #line = 1;
  #elementLine = 1;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #tooLong = false;
  #ended = false;

  found(): readonly Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  take(chunk: string): void {
    this.#start = this.#depth > 0 && this.#element !== '' ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === NEWLINE) this.#line += 1;
      if (this.#inText) this.#takeText(code);
      else this.#takeStructure(code, chunk, at);
    }
    if (this.#start !== -1) this.#keep(chunk.slice(this.#start));
  }

  end(): void {
    if (!this.#ended) throw new ArrayUnfinished(this.#line);
  }

  #takeText(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inText = false;
  }

  #takeStructure(code: number, chunk: string, at: number): void {
    if (this.#depth === 1) this.#takeBetween(code, chunk, at);
    else if (this.#ended && !isSpace(code)) throw new ArrayUnfinished(this.#line);
    if (code === QUOTE) this.#inText = true;
    else if (opens(code)) this.#depth += 1;
    else if (closes(code)) this.#close();
  }

  /** Directly in the array: an element begins or is over. */
  #takeBetween(code: number, chunk: string, at: number): void {
    if (code === COMMA || closes(code)) this.#finish(chunk, at);
    else if (this.#start === -1 && !isSpace(code)) this.#begin(at);
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth === 0) this.#ended = true;
  }

  #begin(at: number): void {
    this.#start = at;
    this.#elementLine = this.#line;
  }

  #finish(chunk: string, at: number): void {
    if (this.#start === -1) return;
    this.#keep(chunk.slice(this.#start, at));
    this.#pieces.push({ line: this.#elementLine, text: this.#tooLong ? undefined : this.#element.trimEnd() });
    [this.#element, this.#start, this.#tooLong] = ['', -1, false];
  }

  #keep(text: string): void {
    if (!this.#tooLong) this.#element += text;
    if (this.#element.length > MAX_RECORD_CHARACTERS) [this.#element, this.#tooLong] = [' ', true];
  }
}

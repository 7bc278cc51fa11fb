import { TextDecoder } from 'node:util';
import { codeOf, FileRefused, shown } from './refusal.js';

/** Byte order marks. */
const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0x3c, 0x00] },
  { encoding: 'utf-16be', bytes: [0x00, 0x3c] },
] as const;
const DECLARED = /^\s{0,100}<\?xml\b[^>]{0,200}?\bencoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})["']/;
/** So many bytes are looked at for a declaration. */
const START_BYTES = 400;
const PIECE_BYTES = 64 * 1024;

/**
 * Bytes as text in pieces of at most 64 K characters, in the encoding that a byte order mark, else the XML declaration
 * says, else UTF-8. Throws `FileRefused` with the line of the bytes that are none.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let start: Uint8Array = new Uint8Array();
  let text: Text | undefined;
  for await (const chunk of bytes) {
    if (text === undefined) start = Buffer.concat([start, chunk]);
    else yield* text.pieces(chunk);
    if (text !== undefined || start.length < START_BYTES) continue;
    text = new Text(start);
    yield* text.pieces(start);
  }
  yield* ending(text, start);
}

function* ending(begun: Text | undefined, start: Uint8Array): Generator<string, void, void> {
  const text = begun ?? new Text(start);
  if (begun === undefined) yield* text.pieces(start);
  const rest = text.end();
  if (rest !== '') yield rest;
}

const encodingOf = (start: Uint8Array): string => {
  const marked = marks.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte))?.encoding;
  if (marked !== undefined) return marked;
  const declared = DECLARED.exec(Buffer.from(start.subarray(0, START_BYTES)).toString('latin1'))?.[1];
  // What could be read to here has one byte a character.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
};

class Text {
  readonly #decoder: TextDecoder;
  readonly #encoding: string;
  #line = 1;
  #column = 1;

  constructor(start: Uint8Array) {
    this.#encoding = encodingOf(start);
    try {
      this.#decoder = new TextDecoder(this.#encoding, { fatal: true });
    } catch (error) {
      if (codeOf(error) !== 'ERR_ENCODING_NOT_SUPPORTED') throw error;
      throw new FileRefused('encoding_invalid', `the encoding ${shown(this.#encoding)} is not known`, {
        line: 1,
        column: 1,
      });
    }
  }

  *pieces(bytes: Uint8Array): Generator<string, void, void> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const text = this.#decode(bytes.subarray(at, at + PIECE_BYTES));
      if (text !== '') yield text;
    }
  }

  end(): string {
    return this.#decode(undefined);
  }

  #decode(bytes: Uint8Array | undefined): string {
    try {
      const text =
        bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
      this.#count(text);
      return text;
    } catch (error) {
      if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
      throw this.#refused(bytes ?? new Uint8Array());
    }
  }

  #refused(bytes: Uint8Array): FileRefused {
    this.#count(this.#decodable(bytes));
    const place = { line: this.#line, column: this.#column };
    return new FileRefused(
      'encoding_invalid',
      `the text is not ${this.#encoding}: save the file as UTF-8`,
      place,
    );
  }

  /** The text before the first byte that is wrong. */
  #decodable(bytes: Uint8Array): string {
    const text = new TextDecoder(this.#encoding).decode(bytes);
    const wrong = text.indexOf('\ufffd');
    return wrong === -1 ? text : text.slice(0, wrong);
  }

  #count(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      [this.#line, this.#column, from] = [this.#line + 1, 1, end + 1];
    }
    this.#column += text.length - from;
  }
}

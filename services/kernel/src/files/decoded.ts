import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SourceDamaged } from './source.js';

/** Bytes that are not in the encoding of their text, or an encoding that is not known. Both count characters from 1. */
export class TextDamaged extends SourceDamaged {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** How a text is read that has no byte order mark. */
export interface Decoding {
  /** Its encoding, in the words of `TextDecoder`; UTF-8 without it. */
  readonly charset?: string | undefined;
  /** It may be XML, which declares its encoding. */
  readonly xml?: boolean;
  /** Bytes that are no UTF-8 become a mark that `isUndecoded` finds, so that the other lines can be read. */
  readonly marked?: boolean;
}

/**
 * Stands for bytes that are no UTF-8. It holds a NUL, which no text may hold: whoever reads it refuses the record in
 * which it stands, and reads those around it.
 */
const UNDECODED = '\0\ufffd';

/** Whether some bytes of a text were no UTF-8. */
export const isUndecoded = (text: string): boolean => text.includes(UNDECODED);

/** So many bytes are looked at for what they say of their encoding. */
const START_BYTES = 400;
const PIECE_BYTES = 64 * 1024;

/** Bytes as text in pieces of at most 64 K characters, without a byte order mark. Throws `TextDamaged`. */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  decoding: Decoding = {},
): AsyncGenerator<string, void, void> {
  let start: Uint8Array = new Uint8Array();
  let decoder: Decoder | undefined;
  for await (const chunk of bytes) {
    if (decoder === undefined) start = Buffer.concat([start, chunk]);
    else yield* pieces(decoder, chunk);
    if (decoder !== undefined || start.length < START_BYTES) continue;
    decoder = decoderFor(start, decoding);
    yield* pieces(decoder, start);
  }
  yield* ending(decoder, start, decoding);
}

function* ending(
  begun: Decoder | undefined,
  start: Uint8Array,
  decoding: Decoding,
): Generator<string, void, void> {
  const decoder = begun ?? decoderFor(start, decoding);
  if (begun === undefined) yield* pieces(decoder, start);
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

function* pieces(decoder: Decoder, bytes: Uint8Array): Generator<string, void, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const text = decoder.take(bytes.subarray(at, at + PIECE_BYTES));
    if (text !== '') yield text;
  }
}

interface Decoder {
  take(chunk: Uint8Array): string;
  end(): string;
}

const decoderFor = (start: Uint8Array, decoding: Decoding): Decoder => {
  const encoding = encodingOf(start, decoding);
  return decoding.marked === true && encoding === 'utf-8'
    ? new MarkingDecoder()
    : new StrictDecoder(encoding);
};

/** Byte order marks. */
const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
/** The `<` that XML begins with. */
const xmlMarks = [
  { encoding: 'utf-16le', bytes: [0x3c, 0x00] },
  { encoding: 'utf-16be', bytes: [0x00, 0x3c] },
] as const;
const DECLARED = /^\s{0,100}<\?xml\b[^>]{0,200}?\bencoding\s{0,20}=\s{0,20}["']([\w.:-]{1,40})["']/;

const encodingOf = (start: Uint8Array, { charset = 'utf-8', xml = false }: Decoding): string => {
  const known = xml ? [...marks, ...xmlMarks] : marks;
  const marked = known.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte))?.encoding;
  if (marked !== undefined) return marked;
  return (xml ? declaredEncoding(start) : undefined) ?? charset;
};

const declaredEncoding = (start: Uint8Array): string | undefined => {
  const declared = DECLARED.exec(Buffer.from(start.subarray(0, START_BYTES)).toString('latin1'))?.[1];
  // What could be read to here has one byte a character. Decoders take ASCII for a code page of Windows.
  return declared === undefined || /^(?:utf-?16|us-ascii$|ascii$)/i.test(declared) ? undefined : declared;
};

/** Any encoding; the first byte that is wrong ends it. */
class StrictDecoder implements Decoder {
  readonly #decoder: TextDecoder;
  #line = 1;
  #column = 1;

  constructor(private readonly encoding: string) {
    try {
      this.#decoder = new TextDecoder(encoding, { fatal: true });
    } catch (error) {
      if (!hasCode(error, 'ERR_ENCODING_NOT_SUPPORTED')) throw error;
      throw new TextDamaged(`the encoding ${JSON.stringify(encoding)} is not known`, 1, 1, error);
    }
  }

  take(chunk: Uint8Array): string {
    return this.#decoded(chunk, () => this.#decoder.decode(chunk, { stream: true }));
  }

  end(): string {
    return this.#decoded(new Uint8Array(), () => this.#decoder.decode());
  }

  #decoded(bytes: Uint8Array, decode: () => string): string {
    try {
      const text = decode();
      this.#count(text);
      return text;
    } catch (error) {
      if (!hasCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error;
      this.#count(this.#decodable(bytes));
      const message = `the text is not ${this.encoding}: save the file as UTF-8`;
      throw new TextDamaged(message, this.#line, this.#column, error);
    }
  }

  /** The text before the first byte that is wrong. */
  #decodable(bytes: Uint8Array): string {
    const text = new TextDecoder(this.encoding).decode(bytes);
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

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

const NEWLINE = 0x0a;

/** UTF-8; bytes that are none become marks. */
class MarkingDecoder implements Decoder {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array();
  #begun = false;

  take(chunk: Uint8Array): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - unfinished(bytes);
    this.#rest = bytes.slice(whole);
    return this.#text(bytes.subarray(0, whole));
  }

  end(): string {
    return this.#text(this.#rest);
  }

  #text(bytes: Uint8Array): string {
    const text = isUtf8(bytes) ? this.#decoder.decode(bytes) : this.#byLine(bytes);
    if (this.#begun || text === '') return text;
    this.#begun = true;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** Only the lines in which the bytes stand are marked. */
  #byLine(bytes: Uint8Array): string {
    const parts: string[] = [];
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, from);
      const line = bytes.subarray(from, end === -1 ? bytes.length : end + 1);
      const text = this.#decoder.decode(line);
      parts.push(isUtf8(line) ? text : text.replaceAll('\ufffd', UNDECODED));
      from += line.length;
    }
    return parts.join('');
  }
}

/** How many bytes at the end begin a character whose other bytes are still to come. */
const unfinished = (bytes: Uint8Array): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) !== 0x80) return back < lengthOf(byte) ? back : 0;
  }
  return 0;
};

const lengthOf = (first: number): number => {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
};

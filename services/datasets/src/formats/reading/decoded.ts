import { SourceDamaged } from '@cairn/kernel';
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { Flaw } from './flaws.js';

/**
 * Stands for bytes that are no UTF-8. It holds a NUL, which no text may hold: the record in which it stands is refused
 * whatever reads it, and those around it are read.
 */
const UNDECODED = '\0\ufffd';

/** Why a text that was read from a file cannot be taken: some of its bytes are no UTF-8. */
export const undecodedFlaw = (text: string): Flaw | undefined =>
  text.includes(UNDECODED)
    ? { code: 'file_damaged', message: 'the text is not UTF-8: save the file as UTF-8' }
    : undefined;

/**
 * Bytes as text: UTF-8, UTF-16 when a byte order mark says so, else the charset that the client named; the mark is
 * dropped. Bytes that are no UTF-8 become a mark that `undecodedFlaw` finds; in another charset `SourceDamaged` is thrown.
 */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  charset?: string,
): AsyncGenerator<string, void, void> {
  let decoder: Decoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk, charset);
    const text = decoder.take(chunk);
    if (text !== '') yield text;
  }
  const rest = decoder?.end() ?? '';
  if (rest !== '') yield rest;
}

interface Decoder {
  take(chunk: Uint8Array): string;
  end(): string;
}

const decoderFor = (start: Uint8Array, charset = 'utf-8'): Decoder => {
  const said = marks.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte))?.charset ?? charset;
  return said === 'utf-8' ? new Utf8Decoder() : new OtherDecoder(said);
};

/** Byte order marks. */
const marks = [
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
] as const;

class OtherDecoder implements Decoder {
  readonly #decoder: TextDecoder;
  constructor(private readonly charset: string) {
    this.#decoder = new TextDecoder(charset, { fatal: true });
  }

  take(chunk: Uint8Array): string {
    return this.#decode(() => this.#decoder.decode(chunk, { stream: true }));
  }
  end(): string {
    return this.#decode(() => this.#decoder.decode());
  }

  #decode(run: () => string): string {
    try {
      return run();
    } catch (error) {
      throw new SourceDamaged(`the text is not ${this.charset}: save the file as UTF-8`, { cause: error });
    }
  }
}

const NEWLINE = 0x0a;

class Utf8Decoder implements Decoder {
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

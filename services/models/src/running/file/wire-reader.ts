import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** A file is not what it should be; the message is a sentence for who sent it. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/** As many bytes of the file are in memory at a time. */
export const WINDOW_BYTES = 64 * 1024;
/** The longest text that is looked at; longer ones are passed over. */
const LONGEST_TEXT_BYTES = 64 * 1024;

/** How long a field is; 3 and 4, groups, are in no ONNX file. */
export const wireTypes = { varint: 0, fixed64: 1, length: 2, fixed32: 5 } as const;
export type WireType = (typeof wireTypes)[keyof typeof wireTypes];
const WIRE_TYPES: readonly WireType[] = Object.values(wireTypes);

/** What is read: a file, or what is at hand of one. */
export interface WireSource {
  /** Bytes. */
  readonly size: number;
  /** Puts what begins at `at` into the window, and answers how many bytes that are. */
  fill(window: Buffer, at: number): number;
}

/** A file of this machine. */
export class WireFile implements WireSource {
  readonly size: number;
  readonly #file: number;

  constructor(path: string) {
    this.size = statSync(path).size;
    this.#file = openSync(path, 'r');
  }

  fill(window: Buffer, at: number): number {
    return readSync(this.#file, window, 0, window.length, at);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** A file by its position: reads protobuf's wire format through a window, so that a file of any size takes the same memory. */
export class WireReader {
  position = 0;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #from = 0;
  #length = 0;

  constructor(private readonly source: WireSource) {}

  get size(): number {
    return this.source.size;
  }

  /** Throws `UnfitFile` at `end`. */
  varint(end: number): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte(end);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new UnfitFile(`The number at byte ${this.position} is longer than ten bytes.`);
  }

  /** Throws `UnfitFile` when a tag, a wire type or a length is impossible before `end`. */
  field(end: number): { readonly field: number; readonly wire: WireType } {
    const at = this.position;
    const tag = this.varint(end);
    const field = Number(tag >> 3n);
    const wire = WIRE_TYPES.find((each) => each === Number(tag & 7n));
    if (field < 1 || field > 536_870_911 || wire === undefined)
      throw new UnfitFile(`What stands at byte ${at} is no field of an ONNX file.`);
    return { field, wire };
  }

  /** The end of what comes next, which has its length before it. */
  lengthEnd(end: number): number {
    const length = this.varint(end);
    if (length > BigInt(end - this.position))
      throw new UnfitFile(
        `What begins at byte ${this.position} says that it is ${length} bytes long; ${end - this.position} are there.`,
      );
    return this.position + Number(length);
  }

  /** Passes over a field's value. */
  skip(wire: WireType, end: number): void {
    if (wire === wireTypes.varint) this.varint(end);
    else if (wire === wireTypes.length) this.position = this.lengthEnd(end);
    else this.#advance(wire === wireTypes.fixed64 ? 8 : 4, end);
  }

  /** A text; what is longer than `LONGEST_TEXT_BYTES` is passed over and is `''`. */
  text(end: number): string {
    return this.bytes(end).toString();
  }

  /** As `text`, before it is decoded. */
  bytes(end: number): Buffer {
    const until = this.lengthEnd(end);
    if (until - this.position > LONGEST_TEXT_BYTES) {
      this.position = until;
      return Buffer.alloc(0);
    }
    const bytes = Buffer.allocUnsafe(until - this.position);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = this.#byte(until);
    return bytes;
  }

  #advance(bytes: number, end: number): void {
    if (this.position + bytes > end)
      throw new UnfitFile(`The file ends within what begins at byte ${this.position}.`);
    this.position += bytes;
  }

  #byte(end: number): number {
    const at = this.position;
    this.#advance(1, end);
    if (at < this.#from || at >= this.#from + this.#length) this.#fill(at);
    return this.#window[at - this.#from] ?? 0;
  }

  #fill(at: number): void {
    this.#from = at;
    this.#length = this.source.fill(this.#window, at);
    if (this.#length === 0) throw new UnfitFile('The file became shorter while it was read.');
  }
}

import type { SentFile } from '@cairn/kernel/reading';
import {
  UnfitFile,
  WINDOW_BYTES,
  WireReader,
  type WireSource,
  wireTypes,
} from '../running/file/wire-reader.js';

/** A field of a message, without its content where that is long. */
export interface Field {
  readonly number: number;
  readonly kind: 'varint' | 'fixed' | 'bytes';
  /** Of `varint`; what is over 2^53 is not exact. */
  readonly value: number;
}

/**
 * The fields of the message that a file is, over whose contents it steps: a few bytes are read for each. `undefined` when
 * the file is no such message, or has more fields than `most`.
 */
export const fieldsOf = async (file: SentFile, most: number): Promise<readonly Field[] | undefined> => {
  try {
    return await fieldsIn(file, most);
  } catch (error) {
    if (error instanceof UnfitFile) return undefined;
    throw error;
  }
};

const fieldsIn = async (file: SentFile, most: number): Promise<readonly Field[] | undefined> => {
  const fields: Field[] = [];
  const part = new LoadedPart(file);
  const reader = new WireReader(part);
  while (reader.position < file.size) {
    if (fields.length >= most) return undefined;
    await part.load(reader.position);
    fields.push(nextField(reader, file.size));
  }
  return fields;
};

/** A tag and a length are at most so long together. */
const HEAD = 20;

/** What is at hand of a file that is read piece by piece: small fields stand together. */
class LoadedPart implements WireSource {
  readonly size: number;
  #loaded: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(private readonly file: SentFile) {
    this.size = file.size;
  }

  /** Until the head of the field that begins there is at hand. */
  async load(at: number): Promise<void> {
    if (at >= this.#start && at + HEAD <= this.#start + this.#loaded.length) return;
    this.#loaded = await this.file.read(at, WINDOW_BYTES);
    this.#start = at;
  }

  fill(window: Buffer, at: number): number {
    return this.#loaded.copy(window, 0, at - this.#start);
  }
}

const nextField = (reader: WireReader, end: number): Field => {
  const { field: number, wire } = reader.field(end);
  if (wire === wireTypes.varint) return { number, kind: 'varint', value: Number(reader.varint(end)) };
  reader.skip(wire, end);
  return { number, kind: wire === wireTypes.length ? 'bytes' : 'fixed', value: 0 };
};

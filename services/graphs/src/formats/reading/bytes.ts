import { archiveLimits, HARMLESS_BYTES } from '@cairn/kernel';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf, FileRefused } from './refusal.js';

/** What gzip may unpack to. */
export interface UnpackingLimits {
  readonly bytes: number;
  readonly ratio: number;
}

const START = { line: 1, column: 1 };
/** As zlib names them. */
const DAMAGED = ['Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT', 'ERR_TRAILING_JUNK_AFTER_STREAM_END'];

/** Bytes as they are, or unpacked when they begin as gzip. Throws `FileRefused`. */
export async function* unpacked(
  input: AsyncIterable<Uint8Array>,
  limits: UnpackingLimits = archiveLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = input[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  try {
    while (start.length < 2) {
      const next = await chunks.next();
      if (next.done === true) break;
      start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
    }
    const whole = continued(start, chunks);
    if (start[0] === 0x1f && start[1] === 0x8b) yield* gunzipped(whole, limits);
    else yield* whole;
  } finally {
    await chunks.return?.();
  }
}

async function* continued(
  start: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  yield start;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function* gunzipped(
  packed: AsyncIterable<Uint8Array>,
  limits: UnpackingLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const size = { packed: 0, unpacked: 0 };
  const source = Readable.from(counted(packed, size), { objectMode: false });
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Uint8Array>) {
      size.unpacked += chunk.length;
      refuseTooMuch(size, limits);
      yield chunk;
    }
  } catch (error) {
    throw isDamage(error) ? new FileRefused('gzip_invalid', 'the gzip stream is damaged', START) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

interface Sizes {
  packed: number;
  unpacked: number;
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  size: Sizes,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    size.packed += chunk.length;
    yield chunk;
  }
}

const refuseTooMuch = (size: Sizes, { bytes, ratio }: UnpackingLimits): void => {
  if (size.unpacked > bytes)
    throw new FileRefused('gzip_invalid', `it unpacks to more than ${bytes} bytes`, START);
  if (size.unpacked > HARMLESS_BYTES && size.unpacked > ratio * size.packed)
    throw new FileRefused('gzip_invalid', `it unpacks to more than ${ratio} times its size`, START);
};

const isDamage = (error: unknown): boolean => DAMAGED.includes(codeOf(error) ?? '');

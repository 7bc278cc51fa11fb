import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UnfitInput } from '../unfit-input.js';
import type { BinaryPart } from './inputs.js';

const MIB = 1024 * 1024;
/** Of the JSON: what is larger comes as bytes. */
const MOST_HEAD_BYTES = 16 * MIB;
/** Of what stands behind it. */
const MOST_BINARY_BYTES = 256 * MIB;

/** A request as it came: the text of its JSON, and the bytes behind it. */
export interface RequestFile {
  readonly text: string;
  readonly binary: BinaryPart;
}

/** Reads a request from a file of this machine, which is open meanwhile alone. Throws `UnfitInput`. */
export const withRequest = <Made>(
  { path, headBytes }: { readonly path: string; readonly headBytes: number },
  make: (request: RequestFile) => Made,
): Made => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    refuseSizes(headBytes, size);
    return make({ text: utf8Of(bytesIn(file, 0, headBytes)), binary: binaryOf(file, headBytes, size) });
  } finally {
    closeSync(file);
  }
};

const refuseSizes = (headBytes: number, size: number): void => {
  if (headBytes > size)
    throw new UnfitInput(`The JSON is told to have ${headBytes} bytes; there are ${size}.`);
  if (headBytes > MOST_HEAD_BYTES)
    throw new UnfitInput(`The JSON has more than ${MOST_HEAD_BYTES} bytes: send tensors as binary data.`);
  if (size - headBytes > MOST_BINARY_BYTES)
    throw new UnfitInput(`The binary data are more than ${MOST_BINARY_BYTES} bytes: send a smaller batch.`);
};

const binaryOf = (file: number, from: number, to: number): BinaryPart => {
  let at = from;
  return {
    get left() {
      return to - at;
    },
    next: (bytes) => {
      const read = bytesIn(file, at, bytes);
      at += bytes;
      return read;
    },
  };
};

const bytesIn = (file: number, at: number, count: number): ArrayBuffer => {
  const bytes = new Uint8Array(count);
  for (let done = 0; done < count;) {
    const read = readSync(file, bytes, done, count - done, at + done);
    if (read === 0) throw new UnfitInput('The request ends too early.');
    done += read;
  }
  return bytes.buffer;
};

const utf8Of = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnfitInput('The JSON of the request is not UTF-8.');
  }
};

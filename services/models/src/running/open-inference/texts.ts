import { UnfitInput } from '../unfit-input.js';

const LENGTH_BYTES = 4;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** So many texts of the binary extension: each a length of 4 bytes, little-endian, and its UTF-8. Throws `UnfitInput`. */
export const textsIn = (bytes: Uint8Array, count: number, name: string): readonly string[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = endOf(view, at);
    if (end === undefined || texts.length === count)
      throw new UnfitInput(
        `The texts of ${name} do not add up to its ${bytes.length} bytes and ${count} values.`,
      );
    texts.push(textOf(bytes.subarray(at + LENGTH_BYTES, end), name));
    at = end;
  }
  if (texts.length === count) return texts;
  throw new UnfitInput(`The input ${name} has ${texts.length} texts; its shape has ${count}.`);
};

/** Where a text ends that begins at a place; `undefined` where that is beyond what there is. */
const endOf = (view: DataView, at: number): number | undefined => {
  if (at + LENGTH_BYTES > view.byteLength) return undefined;
  const end = at + LENGTH_BYTES + view.getUint32(at, true);
  return end > view.byteLength ? undefined : end;
};

const textOf = (bytes: Uint8Array, name: string): string => {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new UnfitInput(`The input ${name} holds bytes that are no UTF-8: models take texts.`);
  }
};

/** The same, written. */
export const bytesOfTexts = (texts: readonly string[]): Buffer =>
  Buffer.concat(
    texts.flatMap((text) => {
      const content = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE(content.length);
      return [length, content];
    }),
  );

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PNG } from 'pngjs';

/** A small picture with something in it. */
export const picture = (width = 3, height = 2): Uint8Array<ArrayBuffer> => {
  const png = new PNG({ width, height });
  for (let index = 0; index < png.data.length; index += 4)
    png.data.writeUInt32BE(((index * 2654435761) | 0xff) >>> 0, index);
  return Uint8Array.from(PNG.sync.write(png));
};

/** A picture of one colour, RGB. */
export const plainPicture = ([red, green, blue]: readonly [
  number,
  number,
  number,
]): Uint8Array<ArrayBuffer> => {
  const png = new PNG({ width: 8, height: 8 });
  for (let index = 0; index < png.data.length; index += 4) png.data.set([red, green, blue, 255], index);
  return Uint8Array.from(PNG.sync.write(png));
};

export const bytesOf = async (stream: ReadableStream<Uint8Array> | null | undefined): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Every file below a folder, relative to it, sorted. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true)
    .map((name) => relative(folder, join(folder, name)))
    .sort();

/** The files below a folder that hold a text anywhere in their bytes, as UTF-8. */
export const filesHolding = (folder: string, text: string): readonly string[] =>
  filesBelow(folder).filter((name) => contentOf(join(folder, name)).includes(text));

/** Nothing of a file that went while the folder was looked at. */
const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
};

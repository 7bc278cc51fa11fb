import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';

/** A small picture with something in it. */
export const picture = (width: number, height: number): Buffer => {
  const png = new PNG({ width, height });
  for (let index = 0; index < png.data.length; index += 4)
    png.data.writeUInt32BE(((index * 2654435761) | 0xff) >>> 0, index);
  return PNG.sync.write(png);
};

/** 64 hex digits. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** What a download brings. */
export const bytesOf = async (stream: ReadableStream<Uint8Array> | undefined | null): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
};

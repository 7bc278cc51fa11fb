import { imageSize } from 'image-size';
import type { Blobs } from './port.js';

/** Pixels, from the header of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Enough for the header of every format that is understood, with the metadata that cameras put before it. */
const HEADER_BYTES = 512 * 1024;

/** The size of an image among the blobs; `undefined` when it is no image or its header says nothing. */
export const imageSizeOf = async (
  blobs: Pick<Blobs, 'open'>,
  sha256: string,
): Promise<ImageSize | undefined> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await blobs.open(sha256, { start: 0, end: HEADER_BYTES - 1 }))
    chunks.push(chunk as Uint8Array);
  return sizeInHeader(Buffer.concat(chunks));
};

const sizeInHeader = (header: Uint8Array): ImageSize | undefined => {
  if (header.length === 0) return undefined;
  try {
    const { width, height } = imageSize(header);
    return { width, height };
  } catch {
    return undefined;
  }
};

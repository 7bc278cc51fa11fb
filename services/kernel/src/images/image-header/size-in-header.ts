import { imageSize } from 'image-size';
import type { SentFile } from '../../processes/reading.js';
import type { ImageHeader } from './messages.js';

/** Enough for the header of every format that is understood, with the metadata that cameras put before it. */
const HEADER_BYTES = 512 * 1024;

/** Only ever in a process that reads files: half a megabyte of boxes in a box takes seconds. */
export const sizeInHeader = async ({ read }: SentFile): Promise<ImageHeader> => {
  const header = await read(0, HEADER_BYTES);
  if (header.length === 0) return {};
  try {
    const { width, height } = imageSize(header);
    return { size: { width, height } };
  } catch {
    return {};
  }
};

import { join } from 'node:path';
import { FileReaders, isUnread, usualReaders } from '../processes/file-readers.js';
import type { Asker } from '../processes/places.js';
import { sentFile } from '../processes/sent-file.js';
import type { ImageHeader, ImageRequest, ImageSize } from './image-header/messages.js';
import type { BlobInfo, Blobs } from '../blobs/port.js';

const readers = new FileReaders<ImageRequest, ImageHeader>(
  usualReaders(join(__dirname, 'image-header/main')),
);

/**
 * The size of an image among the blobs; `undefined` when it is no image or its header says nothing. It is read in a process
 * of its own. Rejects with `ReadersBusy`.
 */
export const imageSizeOf = async (
  blobs: Pick<Blobs, 'open'>,
  file: BlobInfo,
  asker: Asker,
): Promise<ImageSize | undefined> => {
  const header = await readers.ask({ size: file.size }, sentFile(blobs, file), asker);
  return isUnread(header) ? undefined : header.size;
};

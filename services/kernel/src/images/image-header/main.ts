import { AskedProcess, askedFile, type Piece, type WantedPart } from '../../processes/reading.js';
import type { ImageHeader, ImageRequest } from './messages.js';
import { sizeInHeader } from './size-in-header.js';

/** The process that reads headers of pictures. It opens no file, and ends with who started it. */
new AskedProcess<ImageRequest, ImageHeader, WantedPart, Piece>(({ size }, line) =>
  sizeInHeader(askedFile(size, line)),
).listen();

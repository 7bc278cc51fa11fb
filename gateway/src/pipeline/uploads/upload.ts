import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '../../http/media-type.js';
import { hasBody, refuseAnnounced, refuseEncoded } from '../../http/request-body.js';
import { Problem } from '../../problems/problem.js';
import { readMultipart } from './multipart.js';
import { readRaw, type Received, type UploadOptions } from './raw.js';

/** What a form adds to the size of its files, which may be as large together as one. */
const FORM_BYTES = 2_000_000;

/** What a request carries, its files stored as blobs when this answers. A file over the limit leaves nothing. */
export const readUpload = async (request: IncomingMessage, options: UploadOptions): Promise<Received> => {
  refuseEncoded(request);
  if (!hasBody(request) && options.isBody !== true) throw new Problem('file_missing');
  const type = mediaTypeOf(request.headers['content-type'] ?? '')?.type;
  const isForm = options.head === undefined && type === 'multipart/form-data';
  const bodyBytes = options.maxBytes + (isForm ? FORM_BYTES : 0);
  refuseAnnounced(request, bodyBytes);
  return isForm ? readMultipart(request, { ...options, bodyBytes }) : readRaw(request, options);
};

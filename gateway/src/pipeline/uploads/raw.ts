import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Blobs } from '@cairn/kernel';
import type { ClientRate } from '../../http/least-rate.js';
import { fileNameOf, fileNameOfHeader } from '../../http/content-disposition.js';
import { sendableType } from '../../http/media-type.js';
import type { Upload } from '../../operations/handler.js';
import { Problem } from '../../problems/problem.js';
import { feed } from './feed.js';

export interface UploadOptions extends ClientRate {
  readonly blobs: Pick<Blobs, 'put'>;
  /** Of one file. */
  readonly maxBytes: number;
}

/** A body that is the file itself, named by `Content-Disposition` or `X-Filename`. */
export const readRaw = async (request: IncomingMessage, options: UploadOptions): Promise<Upload> => {
  const content = new PassThrough();
  const stop = feed(request, content, options);
  try {
    const stored = await options.blobs.put(content, { maxBytes: options.maxBytes });
    if (stored.size === 0) throw new Problem('file_missing', 'The body is empty.');
    const contentType = sendableType(request.headers['content-type'] ?? 'application/octet-stream');
    return { files: [{ ...stored, contentType, fileName: rawName(request), field: '' }], fields: {} };
  } finally {
    stop();
  }
};

const rawName = (request: IncomingMessage): string => {
  const disposition = request.headers['content-disposition'];
  const named = disposition === undefined ? '' : fileNameOf(disposition);
  const header = request.headers['x-filename'];
  return named === '' && typeof header === 'string' ? fileNameOfHeader(header) : named;
};

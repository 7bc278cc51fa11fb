import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Blobs } from '@cairn/kernel';
import type { UploadedFile } from '../../call/call.js';
import type { ClientRate } from '../../http/least-rate.js';
import { fileNameOf, fileNameOfHeader } from '../../http/content-disposition.js';
import { sendableType } from '../../http/media-type.js';
import { Problem } from '../../problems/problem.js';
import { feed } from './feed.js';

export interface UploadOptions extends ClientRate {
  readonly blobs: Pick<Blobs, 'put'>;
  /** Of one file. */
  readonly maxBytes: number;
  /** The header that says how long the head of the body is: then it is no form, whatever its type. */
  readonly head?: string;
  /** A form stands for the body of the operation: it may be without a file, and each of its fields stands once. */
  readonly isBody?: boolean;
}

/** The files of a request, and the texts of its form. */
export interface Received {
  readonly files: readonly UploadedFile[];
  readonly fields: Readonly<Record<string, string>>;
}

/** A body that is the file itself, named by `Content-Disposition` or `X-Filename`. */
export const readRaw = async (request: IncomingMessage, options: UploadOptions): Promise<Received> => {
  const headBytes = headBytesOf(request, options.head);
  const content = new PassThrough();
  const stop = feed(request, content, options);
  try {
    const stored = await options.blobs.put(content, { maxBytes: options.maxBytes });
    if (stored.size === 0) throw new Problem('file_missing', 'The body is empty.');
    if (headBytes !== undefined && headBytes > stored.size) throw wrongHead(options.head);
    const head = options.head === undefined ? {} : { headBytes: headBytes ?? stored.size };
    const contentType = sendableType(request.headers['content-type'] ?? 'application/octet-stream');
    return {
      files: [{ ...stored, contentType, fileName: rawName(request), field: '', ...head }],
      fields: {},
    };
  } finally {
    stop();
  }
};

const BYTES = /^[1-9]\d{0,15}$/;

/** `undefined` where the whole body is meant. */
const headBytesOf = ({ headers }: IncomingMessage, name: string | undefined): number | undefined => {
  const value = name === undefined ? undefined : headers[name.toLowerCase()];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && BYTES.test(value)) return Number(value);
  throw wrongHead(name);
};

const wrongHead = (name = ''): Problem =>
  new Problem('invalid_header', `\`${name}\` is no number of bytes within the body.`);

const rawName = (request: IncomingMessage): string => {
  const disposition = request.headers['content-disposition'];
  const named = disposition === undefined ? '' : fileNameOf(disposition);
  const header = request.headers['x-filename'];
  return named === '' && typeof header === 'string' ? fileNameOfHeader(header) : named;
};

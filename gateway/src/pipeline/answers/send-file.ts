import { pipeline } from 'node:stream/promises';
import type { Answer } from '../../call/answer.js';
import { contentDisposition } from '../../http/content-disposition.js';
import { isNoneMatched } from '../../http/etag.js';
import { sendableType } from '../../http/media-type.js';
import { type ByteRange, rangeOf } from '../../http/range.js';
import { FILE_POLICY } from '../../http/security-headers.js';
import { Problem } from '../../problems/problem.js';
import type { Exchange } from '../exchange.js';
import { refuseOtherFile } from '../preconditions.js';
import type { Dependencies } from '../dependencies.js';
import { type AllowedStill, endWhenRefused } from './refused.js';
import { endWhenUnread } from './unread.js';

type FileAnswer = Extract<Answer, { kind: 'file' }>;
type StreamAnswer = Extract<Answer, { kind: 'stream' }>;

/** Sends a stored file, whole or one range of it (SPEC-downloads). */
export const sendFile = async (
  exchange: Exchange,
  dependencies: Dependencies,
  answer: FileAnswer,
  allowedStill: AllowedStill,
): Promise<void> => {
  const { request, response } = exchange;
  const etag = `"${answer.sha256}"`;
  const headers = {
    ...baseHeaders(exchange, dependencies, answer),
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
  };
  refuseOtherFile(exchange, etag);
  if (isNoneMatched(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const range = wantedRange(exchange, etag, answer.size);
  const length = range === undefined ? answer.size : range.end - range.start + 1;
  const span = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${answer.size}` };
  if (request.method === 'HEAD' || length === 0) {
    response.writeHead(span ? 206 : 200, { ...headers, ...span, 'Content-Length': length }).end();
    return;
  }
  const content = await dependencies.options.blobs.open(answer.sha256, range);
  try {
    exchange.bytesOut = length;
    response.writeHead(span ? 206 : 200, { ...headers, ...span, 'Content-Length': length });
    endWhenUnread(response, dependencies);
    endWhenRefused(response, allowedStill);
    await pipeline(content, response);
  } finally {
    content.destroy();
  }
};

/** `If-Range` with another tag asks for the whole, and so does HEAD (RFC 9110, 14.2). Throws `range_not_satisfiable`. */
const wantedRange = ({ request }: Exchange, etag: string, size: number): ByteRange | undefined => {
  const condition = request.headers['if-range'];
  if (request.method === 'HEAD' || (condition !== undefined && condition !== etag)) return undefined;
  const range = rangeOf(request.headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new Problem('range_not_satisfiable', undefined, {
    headers: { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
  });
};

/** Sends a file that is made while it is sent: never by range. */
export const sendStream = async (
  exchange: Exchange,
  dependencies: Dependencies,
  answer: StreamAnswer,
  allowedStill: AllowedStill,
): Promise<void> => {
  const { request, response } = exchange;
  const headers = {
    ...baseHeaders(exchange, dependencies, answer),
    'Accept-Ranges': 'none',
    'Cache-Control': 'no-store',
    ...answer.headers,
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  const chunks = answer.content[Symbol.asyncIterator]();
  const first = await chunks.next();
  try {
    response.writeHead(200, headers);
    endWhenUnread(response, dependencies);
    endWhenRefused(response, allowedStill);
    await pipeline(continued(exchange, first, chunks), response);
  } finally {
    await chunks.return?.();
  }
};

/**
 * The head is sent when the first bytes are there, so that what fails before is told as a problem: once bytes flow, a
 * failure can only break the connection.
 */
async function* continued(
  exchange: Exchange,
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await rest.next()) {
    exchange.bytesOut += next.value.byteLength;
    yield next.value;
  }
}

const baseHeaders = (
  exchange: Exchange,
  dependencies: Dependencies,
  answer: FileAnswer | StreamAnswer,
): Record<string, string> => ({
  ...dependencies.headers,
  'X-Request-Id': exchange.requestId,
  'Content-Security-Policy': FILE_POLICY,
  'Content-Type': sendableType(answer.contentType),
  'Content-Disposition': contentDisposition(answer.inline ? 'inline' : 'attachment', answer.fileName),
  ...exchange.headers,
});

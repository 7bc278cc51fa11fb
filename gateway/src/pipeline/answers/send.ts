import type { IncomingMessage, ServerResponse } from 'node:http';
import { isNoneMatched } from '../../http/etag.js';
import { DATA_POLICY } from '../../http/security-headers.js';
import type { Exchange } from '../exchange.js';
import type { Rendered } from './rendered.js';

/** Sends a whole answer. A GET whose `If-None-Match` names it gets 304. */
export const send = (
  exchange: Exchange,
  common: Readonly<Record<string, string>>,
  answer: Rendered,
  contentType = 'application/json',
): void => {
  const { request, response } = exchange;
  const etag = isRead(request) ? answer.headers['ETag'] : undefined;
  const isKnown = answer.status === 200 && isKnownTo(request, etag);
  const text = isKnown ? undefined : answer.text;
  const headers: Record<string, string | number> = {
    ...common,
    'X-Request-Id': exchange.requestId,
    'Content-Security-Policy': DATA_POLICY,
    'Cache-Control': etag === undefined ? 'no-store' : 'private, no-cache',
    ...exchange.headers,
    ...answer.headers,
  };
  if (text !== undefined) {
    headers['Content-Type'] = contentType;
    headers['Content-Length'] = Buffer.byteLength(text);
  }
  finish(request, response, isKnown ? 304 : answer.status, headers, text);
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isKnownTo = (request: IncomingMessage, etag: string | undefined): boolean =>
  etag !== undefined && isNoneMatched(request.headers['if-none-match'], etag);

const finish = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Record<string, string | number>,
  text: string | undefined,
): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!isStillSending(request)) {
    response.writeHead(status, headers).end(text);
    return;
  }
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.write(text ?? '');
  endWhenSent(request, response);
};

const SMALL = 64_000;
/** Whether a client is in the middle of a large body that nobody will read. */
const isStillSending = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > SMALL);

const MOST_BYTES = 32_000_000;
const MOST_MS = 5000;

/**
 * Closing at once would reset the connection before the client has read why. What it still sends is thrown away for a
 * while, then the connection ends.
 */
const endWhenSent = (request: IncomingMessage, response: ServerResponse): void => {
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, MOST_MS);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) end();
  });
  request.once('end', end).once('close', end).resume();
};

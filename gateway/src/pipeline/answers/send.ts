import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, pipeline } from 'node:stream';
import { anonymous } from '@cairn/kernel';
import { isNoneMatched } from '../../http/etag.js';
import { DATA_POLICY } from '../../http/security-headers.js';
import { sharerOf } from '../caller.js';
import type { Exchange } from '../exchange.js';
import type { Dependencies } from '../dependencies.js';
import type { Rendered } from './rendered.js';
import { endWhenUnread } from './unread.js';

/** Sends a whole answer. A GET whose `If-None-Match` names it gets 304. */
export const send = (
  exchange: Exchange,
  dependencies: Dependencies,
  answer: Rendered,
  contentType = 'application/json',
): void => {
  const { request } = exchange;
  const etag = isRead(request) ? answer.headers['ETag'] : undefined;
  const isKnown = answer.status === 200 && isKnownTo(request, etag);
  const text = isKnown ? undefined : answer.text;
  const headers: Record<string, string | number> = {
    ...dependencies.headers,
    'X-Request-Id': exchange.requestId,
    'Content-Security-Policy': DATA_POLICY,
    'Cache-Control': etag === undefined ? 'no-store' : 'private, no-cache',
    ...exchange.headers,
    ...answer.headers,
    ...applied(exchange, answer),
  };
  if (text !== undefined) {
    headers['Content-Type'] = contentType;
    exchange.bytesOut = Buffer.byteLength(text);
    headers['Content-Length'] = exchange.bytesOut;
  }
  finish(exchange, dependencies, isKnown ? 304 : answer.status, headers, text);
};

/** Preferences of the body and of the answer are applied in two places. */
const applied = (exchange: Exchange, answer: Rendered): Readonly<Record<string, string>> => {
  const preferences = [exchange.headers, answer.headers].flatMap((one) => one['Preference-Applied'] ?? []);
  return preferences.length === 0 ? {} : { 'Preference-Applied': preferences.join(', ') };
};

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const isKnownTo = (request: IncomingMessage, etag: string | undefined): boolean =>
  etag !== undefined && isNoneMatched(request.headers['if-none-match'], etag);

const finish = (
  exchange: Exchange,
  dependencies: Dependencies,
  status: number,
  headers: Record<string, string | number>,
  text: string | undefined,
): void => {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (isStillSending(request)) {
    response.writeHead(status, { ...headers, Connection: 'close' });
    response.write(text ?? '');
    endWhenSent(request, response);
    return;
  }
  response.writeHead(status, headers);
  if (text === undefined || text.length <= SLICE) response.end(text);
  else {
    sendInSlices(exchange, dependencies, Buffer.from(text));
    return;
  }
  if (response.writableLength > 0) endWhenUnread(response, dependencies);
};

/** What is written at once of an answer: how far its client has come is seen between two of them. */
const SLICE = 65_536;

const sendInSlices = (
  { response, principal = anonymous, ip }: Exchange,
  dependencies: Dependencies,
  bytes: Buffer,
): void => {
  dependencies.unread.add(response, sharerOf(principal, ip), bytes.length);
  endWhenUnread(response, dependencies);
  pipeline(Readable.from(slicesOf(bytes)), response, () => undefined);
};

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

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

import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errors, problemOf } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';
import { requestIdOf } from './request-id.js';

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The same problem bodies as everywhere, after which the connection ends. Nobody knows the path: `instance` is empty. */
const refusalOf = (code: ErrorCode, requestId: string): Refusal => {
  const body = JSON.stringify(problemOf(code, '', requestId));
  return {
    status: errors[code].status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      Connection: 'close',
    },
    body,
  };
};

/** Answers every request while there is nobody to answer it. */
export const refuseForNow: RequestListener = (request, response) => {
  const { status, headers, body } = refusalOf('service_unavailable', idOf(request));
  response.writeHead(status, { ...headers, 'Retry-After': '1' }).end(body);
};

/** What node itself refuses before a request exists (431, 408, 400). */
export const refuseConnection = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else write(socket, refusalOf(codeOf(error), freshId()));
};

/** Nobody is connected to anybody else here: the target of CONNECT is no path. */
export const refuseTunnel = (request: IncomingMessage, socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
  write(socket, refusalOf('malformed_request', idOf(request)));
};

const idOf = ({ headers }: IncomingMessage): string => requestIdOf(headers['x-request-id']);

const codeOf = (error: NodeJS.ErrnoException): ErrorCode => {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request';
};

/** How long a refused client may take to read why. */
const LINGER_MS = 1_000;

const write = (socket: Duplex, { status, headers, body }: Refusal): void => {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  // It may keep its half open for as long as it likes: what was written has time to arrive, then the connection ends.
  const end = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(end));
  socket.end([line, ...fields, `Date: ${new Date().toUTCString()}`, '', body].join('\r\n'));
};

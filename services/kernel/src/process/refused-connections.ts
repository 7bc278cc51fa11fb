import type { Duplex } from 'node:stream';
import { type ErrorCode, errors, problemType } from '@cairn/contracts';
import { freshId } from '../clock/ids.js';

/** What node itself refuses before a request exists: the same problem bodies as everywhere (431, 408, 400). */
export const refuseConnection = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codeOf(error);
  const { status, title, text } = errors[code];
  const body = JSON.stringify({
    type: problemType(code),
    title,
    status,
    detail: text,
    instance: '',
    code,
    request_id: freshId(),
  });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

const codeOf = (error: NodeJS.ErrnoException): ErrorCode => {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'malformed_request';
};

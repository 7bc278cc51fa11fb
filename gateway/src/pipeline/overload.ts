import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, problemType } from '@cairn/contracts';
import { requestIdOf } from '../http/request-id.js';
import { DATA_POLICY } from '../http/security-headers.js';

const { status, title, text } = errors.overloaded;
const RETRY_AFTER_SECONDS = '1';

/**
 * Makes the refusal of what there is no time for. It is made of as little as may be, for when it is needed four of five
 * requests get it, and each takes from what the others could have: no route, no log, no metrics but a count.
 */
export const overloadRefusal = (
  common: Readonly<Record<string, string>>,
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const headers = [
    ...Object.entries(common).flat(),
    ...['Content-Type', 'application/problem+json'],
    ...['Content-Security-Policy', DATA_POLICY],
    ...['Cache-Control', 'no-store'],
    ...['Retry-After', RETRY_AFTER_SECONDS],
  ];
  const told = {
    type: problemType('overloaded'),
    title,
    status,
    detail: text,
    instance: '',
    code: 'overloaded',
  };
  const begin = JSON.stringify(told).slice(0, -1);
  return (request, response) => {
    const id = requestIdOf(request.headers['x-request-id']);
    const body = `${begin},"request_id":"${id}"}`;
    response.writeHead(status, [...headers, 'X-Request-Id', id, 'Content-Length', String(body.length)]);
    response.end(body);
  };
};

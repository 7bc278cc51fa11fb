import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, isOpenInference, problemOf } from '@cairn/contracts';
import { requestIdOf } from '@cairn/kernel';
import { DATA_POLICY } from '../http/security-headers.js';

const { status } = errors.overloaded;
/** Where the id of a request goes. */
const ID = '{id}';
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
  const problem = problemOf('overloaded', '', ID);
  const usual = JSON.stringify(problem).split(ID);
  const openInference = JSON.stringify({ ...problem, error: problem.detail }).split(ID);
  return (request, response) => {
    const id = requestIdOf(request.headers['x-request-id']);
    const [begin = '', end = ''] = isOpenInference(request.url ?? '') ? openInference : usual;
    const body = begin + id + end;
    response.writeHead(status, [...headers, 'X-Request-Id', id, 'Content-Length', String(body.length)]);
    response.end(body);
  };
};

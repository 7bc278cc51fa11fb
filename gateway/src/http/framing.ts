import type { IncomingMessage } from 'node:http';
import { Problem } from '../problems/problem.js';

/** `uri-host [ ":" port ]`, which may be empty (RFC 9110, 7.2; RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Refuses what two servers could read differently (S39): a request of HTTP/1.1 has one `Host`, and only one transfer
 * coding is known (RFC 9112, 3.2 and 6.1). The connection of a wrong coding is not used on.
 */
export const refuseAmbiguous = (request: IncomingMessage): void => {
  if (!isNamed(request))
    throw new Problem('malformed_request', 'The request does not have one `Host` that is one.');
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && (request.httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    throw new Problem('malformed_request', 'The only `Transfer-Encoding` is `chunked`, in HTTP/1.1.', {
      headers: { Connection: 'close' },
    });
};

const isNamed = (request: IncomingMessage): boolean => {
  const [host, ...others] = hostsOf(request);
  if (host === undefined) return request.httpVersion === '1.0';
  return others.length === 0 && HOST.test(host);
};

/** Refuses an `Expect` other than `100-continue`, which node has answered (RFC 9110, 10.1.1). */
export const refuseExpectation = ({ headers }: IncomingMessage): void => {
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new Problem('expectation_failed');
};

/** All of them; `headers` has the first only. */
const hostsOf = ({ rawHeaders }: IncomingMessage): readonly string[] => {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host')
      hosts.push(rawHeaders[at + 1]!);
  return hosts;
};

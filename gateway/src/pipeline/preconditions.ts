import { isMatched, isNoneMatched, isRevisionMatched } from '../http/etag.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { TagAsked } from './dependencies.js';
import { pathOf } from './router.js';

/** What a 412 says: which resource, by its path, and which header. */
export const notAsAsked = (path: string, header: 'If-Match' | 'If-None-Match'): string =>
  `${path} is not as \`${header}\` asks.`;

const failed = (exchange: Exchange, header: 'If-Match' | 'If-None-Match', etag: string): Problem =>
  new Problem('precondition_failed', notAsAsked(exchange.instance, header), { headers: { ETag: etag } });

/** Refuses a PUT or DELETE of a resource whose tag `If-None-Match` names, or of any that is there for `*` (RFC 9110, 13.1.2). */
export const refuseKnown = async (call: TagAsked): Promise<void> => {
  const { exchange, found } = call.read;
  const header = exchange.header('if-none-match');
  if (header === undefined || found.route.operation.method === 'POST') return;
  const etag = await call.dependencies.etagAt(pathOf(exchange.url), call);
  if (etag !== undefined && isNoneMatched(header, etag)) throw failed(exchange, 'If-None-Match', etag);
};

/** Refuses to read a resource at another revision than `If-Match` names. */
export const refuseOtherRevision = (exchange: Exchange, etag: string | undefined): void => {
  if (etag !== undefined && !isRevisionMatched(exchange.header('if-match'), etag))
    throw failed(exchange, 'If-Match', etag);
};

/** Refuses to read a file other than the one that `If-Match` names. */
export const refuseOtherFile = (exchange: Exchange, etag: string): void => {
  if (!isMatched(exchange.header('if-match'), etag)) throw failed(exchange, 'If-Match', etag);
};

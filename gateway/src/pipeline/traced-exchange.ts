import { spanFailed, traced } from '@cairn/kernel';
import type { Exchange } from './exchange.js';
import type { Found } from './router.js';

const SERVER_ERRORS = 500;

/**
 * Answers a request in a span, of the trace that it came with or the first of one (OpenTelemetry, *Semantic conventions
 * for HTTP*). Its path is told as it stands in the contract: what stands in its place may be a secret (S14).
 */
export const tracedExchange = (
  exchange: Exchange,
  found: Found | undefined,
  answer: () => Promise<void>,
): Promise<void> => {
  const { request, response, requestId } = exchange;
  const { traceparent, tracestate } = request.headers;
  const method = request.method ?? '';
  const attributes = {
    'http.request.method': method,
    'cairn.request': requestId,
    ...(found && { 'http.route': found.route.operation.path, 'cairn.operation': found.route.operation.id }),
  };
  const name = found === undefined ? method : `${method} ${found.route.operation.path}`;
  return traced({ name, kind: 'server', attributes, within: { traceparent, tracestate } }, async (span) => {
    await answer();
    const { statusCode } = response;
    span.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= SERVER_ERRORS) spanFailed(span, exchange.refused ?? String(statusCode));
  });
};

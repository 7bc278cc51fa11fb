import { freshId } from '@cairn/kernel';

const REQUEST_ID = /^[A-Za-z0-9._~:-]{1,128}$/;
/** Version `ff` is none, and version `00` ends here (W3C Trace Context, 3.2.2); later ones may go on. */
const TRACEPARENT =
  /^(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

/** `X-Request-Id` as the client sent it, if it can stand in logs and headers as it is (S37), else a fresh one. */
export const requestIdOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : freshId();

/** What joins everything that one act caused: the trace of W3C `traceparent`, else the request's own id. */
export const correlationOf = (
  traceparent: string | readonly string[] | undefined,
  requestId: string,
): string => (typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined) ?? requestId;

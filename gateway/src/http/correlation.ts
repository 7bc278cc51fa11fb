/** Version `ff` is none, and version `00` ends here (W3C Trace Context, 3.2.2); later ones may go on. */
const TRACEPARENT =
  /^(?!ff|00-.{53})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

/** What joins everything that one act caused: the trace of W3C `traceparent`, else the request's own id. */
export const correlationOf = (
  traceparent: string | readonly string[] | undefined,
  requestId: string,
): string => (typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined) ?? requestId;

import { commonErrors, type ErrorCode, errorCodes, errors, type Operation } from '@cairn/contracts';

const isUnsafe = (operation: Operation): boolean => operation.method !== 'GET';

const refusesBesideAsOf = (list: Operation['list']): boolean =>
  list !== undefined && (list.pastFilters !== true || list.lastingSort !== undefined);

/** What a piece of behaviour adds to the codes of an operation that has it. */
const byBehaviour: readonly (readonly [(operation: Operation) => boolean, readonly ErrorCode[]])[] = [
  [() => true, [...commonErrors, 'method_not_allowed', 'request_timeout', 'too_many_at_once']],
  [({ access }) => access !== 'anonymous', ['unauthenticated', 'access_unproven']],
  [({ access }) => access.includes(':'), ['scope_missing']],
  [({ access }) => access === 'administrator', ['administrator_required', 'scope_missing']],
  [({ params }) => params !== undefined, ['not_found']],
  [
    ({ body }) => body !== undefined,
    ['malformed_json', 'too_deep', 'invalid_body', 'payload_too_large', 'unsupported_media_type'],
  ],
  [
    ({ upload }) => upload !== undefined,
    ['payload_too_large', 'unsupported_media_type', 'invalid_body', 'file_missing'],
  ],
  [
    isUnsafe,
    ['invalid_header', 'idempotency_mismatch', 'idempotency_running', 'log_unavailable', 'storage_full'],
  ],
  [
    (operation) =>
      isUnsafe(operation) && operation.method !== 'DELETE' && operation.access.startsWith('datasets:'),
    ['quota_reached'],
  ],
  [
    ({ etag, ifMatch, replies }) => etag === true || ifMatch === true || 206 in replies,
    ['precondition_failed', 'invalid_header'],
  ],
  [
    (operation) => (operation.etag === true && isUnsafe(operation)) || operation.ifMatch === true,
    ['conflict'],
  ],
  [({ method, access }) => method === 'GET' && access !== 'anonymous', ['projection_lag']],
  [({ timeTravel }) => timeTravel !== undefined, ['in_future']],
  [({ timeTravel, list }) => timeTravel === true && refusesBesideAsOf(list), ['as_of_with_filter']],
  [({ list }) => list !== undefined && 'q' in list.filters, ['search_too_short']],
  [({ replies }) => 206 in replies, ['range_not_satisfiable']],
];

/** Every code that the operation can answer: its own, and those of the behaviour around it. */
export const codesOf = (operation: Operation): readonly ErrorCode[] => {
  const codes = new Set<ErrorCode>(operation.errors ?? []);
  for (const [applies, added] of byBehaviour)
    if (applies(operation)) added.forEach((code) => codes.add(code));
  return errorCodes.filter((code) => codes.has(code));
};

/** The codes of an operation by the status that they are answered with. */
export const codesByStatus = (operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
};

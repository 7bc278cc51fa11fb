import type { ErrorDefinition } from './definition.js';

/** What can be wrong with a request, whatever it asks for. */
export const requestErrors = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    text: 'The request could not be understood.',
    when: 'A path, a header or an encoding breaks the protocol: a bad escape, a forged Host, a wrong charset.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    text: 'The body is not acceptable JSON.',
    when: 'The body does not parse, has duplicate or reserved keys (`__proto__`), lone surrogates, or numbers that JSON cannot carry.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown query parameter',
    text: 'The operation takes no query parameter of that name.',
    when: 'A query parameter is misspelt or is not one of this operation. `errors[].parameter` names it.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid query parameter',
    text: 'A query parameter has a value that cannot be used.',
    when: 'A `limit` out of range, a `cursor` of another list, a `sort` by a field that cannot be sorted, a time that is not RFC 3339.',
  },
  invalid_header: {
    status: 400,
    title: 'Invalid header',
    text: 'A request header has a value that cannot be used.',
    when: 'An `Idempotency-Key`, `If-Match`, `Prefer` or `X-Min-Position` is not of the form that it must have, `X-Min-Position` is beyond what was ever written, or `X-Min-Revision` beyond the revision of the resource.',
  },
  as_of_with_filter: {
    status: 400,
    title: 'Filters do not reach into the past',
    text: 'A list as of a time takes no other filter than its parent.',
    when: '`as_of` stands beside a filter, or, for datasets, versions or items, beside a `sort` by a field that changes or beside `count=exact` (a list of the past is counted up to 10,000). Leave it out; narrow and sort the answer yourself.',
  },
  search_too_short: {
    status: 422,
    title: 'Search too short',
    text: 'The last word of a search needs two letters.',
    when: 'The last word of `q`, which is looked for by its beginning, has a single letter or digit. One character of Han, Hiragana, Katakana or Hangul is a word and will do.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    text: 'There is nothing at this address.',
    when: 'The resource does not exist, was deleted, did not exist at that time, stands under another parent, or is not for the caller to know of.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    text: 'The resource does not take this method.',
    when: 'The path exists under other methods; `Allow` lists them.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    text: 'The request did not arrive in time.',
    when: 'The body came in more slowly than is waited for (`detail` tells how fast it must be). Send it again.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    text: 'The state of the resource does not allow this.',
    when: 'Another change came first, or the resource is in a state in which this cannot be done. Read it again and decide anew.',
  },
  value_taken: {
    status: 409,
    title: 'Value taken',
    text: 'Another one has this value.',
    when: 'What `errors` names is unique, whatever its case and the blanks around it, among those that are not deleted.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    text: 'The resource has changed since it was read.',
    when: '`If-Match` does not name the current revision (a weak tag never does), or `If-None-Match` of a PUT or DELETE names what is there. The answer carries the current `ETag`.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    text: 'The body is larger than the limit.',
    when: 'A JSON body is over the limit of its operation, in bytes or in how many values it holds; or a form, a file or an archive is over its configured limit. `detail` tells which. Nothing was stored.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    text: 'The body is of a media type that the operation does not take.',
    when: '`Content-Type` is missing or is not one of those that the operation names.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    text: 'The file has no bytes in that range.',
    when: '`Range` begins behind the end of the file; `Content-Range` tells its size.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    text: 'The request expects what is not done here.',
    when: '`Expect` is anything but `100-continue`. Leave it out.',
  },
  invalid_body: {
    status: 422,
    title: 'Invalid body',
    text: 'The body has fields that cannot be accepted.',
    when: 'A field is missing, of the wrong type, too long, out of bounds or cannot be kept (NUL), or a form has several files; under `Prefer: handling=strict`, a field is not one of the operation. `errors[]` points to each.',
  },
  file_missing: {
    status: 422,
    title: 'File missing',
    text: 'The upload carries no file.',
    when: 'A multipart body has no file part, or the file is empty, as a form or raw.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Idempotency key used for another request',
    text: 'This Idempotency-Key was used with another body.',
    when: 'The same caller sent the same key to the same operation with a different body in the last 24 hours. Take a fresh key.',
  },
  idempotency_running: {
    status: 409,
    title: 'Request still running',
    text: 'The first request with this Idempotency-Key is still running.',
    when: 'A retry came while the first try was at work. Wait for `Retry-After` and send it again.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    text: 'The rate limit is used up.',
    when: 'More requests came than the class of this operation allows; `Retry-After` tells when there is room.',
  },
  too_many_at_once: {
    status: 429,
    title: 'Too many at once',
    text: 'The caller has as much under way at the same time as one caller may.',
    when: 'Files that come or go, bodies that are slow to come, or reads of much of the past (lists as of a time, histories) of one user, one API key or one network hold their share of what this gateway has for all (`detail` tells how much that is). Nothing was done. Wait for one of them to end, and send it again after `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    text: 'The request headers are too large.',
    when: 'The headers are over 16 KB together.',
  },
} as const satisfies Record<string, ErrorDefinition>;

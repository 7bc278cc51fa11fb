import type { Operation } from '@cairn/contracts';
import type { Json, JsonMap } from '../json.js';

const header = (description: string, schema: JsonMap = { type: 'string' }): JsonMap => ({
  description,
  schema,
});
const integer: JsonMap = { type: 'integer', minimum: 0 };

/** Every header of an answer, by its name. */
export const headers: JsonMap = {
  'X-Request-Id': header('Finds the request in the logs; the one that was sent, or a new one.'),
  RateLimit: header('What is left of the limit, as in the RateLimit header fields draft.'),
  'RateLimit-Policy': header('The limit that applies.'),
  'Retry-After': header('Seconds after which to try again.', integer),
  ETag: header('`<revision>.<digest>` of a resource, or the digest of a file.'),
  Link: header('The next page: `<…>; rel="next"`.'),
  'X-Total-Count': header('How many there are that the caller may see.', integer),
  'X-Total-Count-Exact': header('`false` when there are more than were counted.', { type: 'boolean' }),
  'X-Revision': header('Revision of the addressed resource after the write.', integer),
  'X-Position': header('Position of the write in the log; give it back as `X-Min-Position`.'),
  'X-Stale': header('`true` when an event behind this answer waits for a repair.', { type: 'boolean' }),
  'Idempotency-Replayed': header('`true` when this is the answer of an earlier try.', { type: 'boolean' }),
  'X-Ignored-Fields': header(
    'Fields of the body that the operation does not take and that were passed over: JSON pointers without their first ' +
      'slash, percent-encoded, separated by commas; 20 at most, `...` behind them when there are more. Absent when ' +
      'there are none. `Prefer: handling=strict` refuses such a body.',
  ),
  'Preference-Applied': header('The preferences of `Prefer` that were followed.'),
  Location: header('Where what was made, or its progress, is to be read.', { type: 'string' }),
  'WWW-Authenticate': header('How to sign in.'),
  Allow: header('The methods that the resource takes.'),
  'Content-Disposition': header('The name of the file.'),
  'Content-Range': header('Which bytes these are, of how many.'),
  'X-Not-Held': header(
    'What the format has no place for and the file lacks, separated by commas; absent when it holds all.',
  ),
  'X-History-Visible-From': header(
    'After a write that says who sees the dataset: since when those who may only read it see its history. Absent ' +
      'while nobody reads it who may not write it.',
    { type: 'string', format: 'date-time' },
  ),
  'Accept-Ranges': header('`bytes` for a stored file, `none` for one that is made while it is sent.'),
};

const always = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

const refer = (names: readonly string[]): JsonMap =>
  Object.fromEntries(names.map((name): [string, Json] => [name, { $ref: `#/components/headers/${name}` }]));

const writeHeaders = (operation: Operation): string[] =>
  operation.method === 'GET' || operation.access === 'anonymous'
    ? []
    : [...(operation.eventless ? [] : ['X-Revision', 'X-Position']), 'Idempotency-Replayed'];

const bodyHeaders = (operation: Operation): string[] => [
  ...(operation.method === 'GET' ? [] : ['Preference-Applied']),
  ...(operation.body || operation.upload ? ['X-Ignored-Fields'] : []),
];

/** The record as it was before it was deleted has no tag any more. */
const isGone = (operation: Operation): boolean => operation.method === 'DELETE' && 204 in operation.replies;

const readHeaders = (operation: Operation): string[] => {
  if (operation.method !== 'GET' || operation.access === 'anonymous') return [];
  return operation.list ? ['X-Stale', 'Link', 'X-Total-Count', 'X-Total-Count-Exact'] : ['X-Stale'];
};

/** The headers of a good answer with a JSON body or none. */
export const goodHeaders = (operation: Operation, status: number): JsonMap =>
  refer([
    ...always,
    ...readHeaders(operation),
    ...writeHeaders(operation),
    ...bodyHeaders(operation),
    ...(operation.showsHistory && status !== 202 ? ['X-History-Visible-From'] : []),
    ...(operation.etag && status !== 202 && status !== 204 && !isGone(operation) ? ['ETag'] : []),
    ...([201, 202, 308].includes(status) ? ['Location'] : []),
  ]);

/** The headers of an answer that is a file. */
export const fileHeaders = (operation: Operation, status: number): JsonMap =>
  refer([
    ...always,
    'Content-Disposition',
    'Accept-Ranges',
    ...(operation.errors?.includes('format_unknown') === true ? ['X-Not-Held'] : []),
    ...(206 in operation.replies ? ['ETag'] : []),
    ...(status === 206 ? ['Content-Range'] : []),
  ]);

const byProblem: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After', 'X-Ignored-Fields'],
  412: ['ETag', 'X-Ignored-Fields'],
  416: ['Content-Range'],
  422: ['X-Ignored-Fields', 'Preference-Applied'],
  423: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers of a refusal. */
export const problemHeaders = (status: number): JsonMap => refer([...always, ...(byProblem[status] ?? [])]);

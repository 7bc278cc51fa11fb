import { type Json, jsonInTurns } from '@cairn/kernel';
import type { Answer } from '../../call/answer.js';
import { etagOf } from '../../http/etag.js';
import { cursorOf, orderOf } from '../../http/cursor.js';
import { preferencesOf } from '../../http/prefer.js';
import { askedStream } from '../point-in-time.js';
import { pathOf } from '../router.js';
import type { ServedCall } from '../served-call.js';
import type { Rendered } from './rendered.js';

type Textual = Exclude<Answer, { kind: 'file' | 'stream' }>;
type Answered<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;

/** Whether an answer is text that is made whole before it is sent. */
export const isTextual = (answer: Answer): answer is Textual =>
  answer.kind !== 'file' && answer.kind !== 'stream';

/** Makes status, headers and text of an answer. */
export const render = async (call: ServedCall, answer: Textual): Promise<Rendered> => {
  switch (answer.kind) {
    case 'resource':
      return resource(call, answer);
    case 'list':
      return list(call, answer);
    case 'deleted':
      return deleted(call, answer);
    case 'accepted':
      return rendered(call, 202, JSON.stringify(answer.body), { Location: answer.location });
    case 'empty':
      return rendered(call, 204, undefined);
    case 'moved':
      return rendered(call, 308, undefined, { Location: answer.location, 'Content-Length': '0' });
  }
};

/** 202 for a write that cannot be read yet (SPEC-9). */
export const renderPending = (call: ServedCall, target: { location: string; id: string }): Rendered =>
  rendered(call, 202, JSON.stringify({ id: target.id }), {
    Location: target.location,
    ...(call.respondAsync && { 'Preference-Applied': 'respond-async' }),
  });

/** What a key that may not read is told of its own write: that it is done, and where; nothing of what it reads like. */
export const renderUnreadable = (call: ServedCall, target: { location: string; id: string }): Rendered =>
  204 in call.read.found.route.operation.replies
    ? rendered(call, 204, undefined)
    : renderPending(call, target);

const rendered = (
  { written }: ServedCall,
  status: number,
  text: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Rendered =>
  written === undefined
    ? { status, headers, text }
    : {
        status,
        text,
        headers: {
          ...headers,
          'X-Position': written.position,
          ...(written.revision !== undefined && { 'X-Revision': written.revision }),
        },
      };

const resource = async (call: ServedCall, answer: Answered<'resource'>): Promise<Rendered> => {
  const text = await jsonInTurns(answer.body);
  call.read.exchange.organizationId ??= organizationIn(answer.body);
  const headers: Record<string, string> = { ...answer.headers };
  if (answer.revision !== undefined) headers['ETag'] = etagOf(answer.revision, text);
  if (answer.location !== undefined) headers['Location'] = answer.location;
  if (answer.streams !== undefined && isStale(call, answer.streams)) headers['X-Stale'] = 'true';
  return rendered(call, answer.status, text, headers);
};

/** Whose a resource says that it is: for the journal. */
const organizationIn = (body: Json): string | undefined => {
  const { organization_id: id } = (body ?? {}) as { readonly organization_id?: Json };
  return typeof id === 'string' && id !== '' ? id : undefined;
};

const isStale = ({ dependencies }: ServedCall, streams: readonly string[]): boolean =>
  dependencies.options.services.some((service) => service.isStale(streams));

const list = async (call: ServedCall, { page }: Answered<'list'>): Promise<Rendered> =>
  rendered(call, 200, await jsonInTurns(page.elements), {
    'X-Total-Count': String(page.total),
    ...(isStale(call, streamsOf(call, page.elements)) && { 'X-Stale': 'true' }),
    ...(!page.totalExact && { 'X-Total-Count-Exact': 'false' }),
    ...(page.next !== undefined && {
      Link: nextLink(call, cursorOf(orderOf(call.operation, call.page.sort), page.next)),
    }),
  });

/** The streams that the elements of a list may be made of: the one that it is a list of, or those of their ids. */
const streamsOf = ({ dependencies, read }: ServedCall, elements: readonly Json[]): readonly string[] => {
  const whole = askedStream(dependencies, read.found);
  if (whole !== undefined) return [whole];
  return elements.flatMap((element) => {
    const { id } = element as { readonly id?: Json };
    return typeof id === 'string'
      ? dependencies.options.timeTravelled.map(({ category }) => `${category}-${id}`)
      : [];
  });
};

/** The same request with another cursor, on the configured address and never on that of the Host header (S39). */
const nextLink = ({ dependencies, read }: ServedCall, cursor: string): string => {
  const query = new URLSearchParams(read.found.query);
  query.set('cursor', cursor);
  return `<${dependencies.options.baseUrl}${pathOf(read.exchange.url)}?${query.toString()}>; rel="next"`;
};

const deleted = async (call: ServedCall, { represent }: Answered<'deleted'>): Promise<Rendered> =>
  preferencesOf(call.read.exchange.header('prefer')).representation
    ? rendered(call, 200, await jsonInTurns(await represent()), {
        'Preference-Applied': 'return=representation',
      })
    : rendered(call, 204, undefined);

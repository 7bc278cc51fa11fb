import { type Operation, smallBody } from '@cairn/contracts';
import { anonymous, type Blobs, type Json, type JsonLimits, pointerTo } from '@cairn/kernel';
import { parseStrictJson } from '../http/json/strict-json.js';
import { isJson, mediaTypeOf } from '../http/media-type.js';
import { type BodyLimits, hasBody, readBody, utf8Of } from '../http/request-body.js';
import type { Upload } from '../operations/handler.js';
import type { Limits } from '../options.js';
import { Problem } from '../problems/problem.js';
import { callerOf } from './caller.js';
import type { Exchange } from './exchange.js';
import type { Route } from './route.js';
import type { Found } from './router.js';
import { asItCame, sealsFor, withKeys } from './uploads/private-upload.js';
import { uploadRoom } from './uploads/upload-room.js';
import { readUpload } from './uploads/upload.js';
import { ignoredFields, tellIgnored } from './validation/ignored-fields.js';
import { bodyErrors } from './validation/schemas.js';
import type { Dependencies } from './dependencies.js';

/** What came with an unsafe request. */
export interface Sent {
  readonly body: unknown;
  readonly upload: Upload | undefined;
  /** HMAC-SHA-256 of the request under a server key, base64url. */
  readonly digest: string;
}

/** Reads, parses and validates what an operation takes. What it does not take is not read. */
export const readSent = async (
  exchange: Exchange,
  found: Found,
  dependencies: Dependencies,
): Promise<Sent> => {
  const { route } = found;
  const { operation } = route;
  const digestOf = (content: string) => dependencies.digests.of(operation.id, exchange.url, content);
  if (operation.upload !== undefined && (operation.body === undefined || isForm(exchange)))
    return readFiles(exchange, found, dependencies, operation.upload, digestOf);
  if (operation.body === undefined) return { body: undefined, upload: undefined, digest: await digestOf('') };
  const bytes = await jsonBytes(exchange, route, dependencies);
  const text = utf8Of(bytes);
  return {
    body: validated(exchange, route, text, dependencies),
    upload: undefined,
    digest: await digestOf(text),
  };
};

/** Stores what is sent as files; nothing of it lies in the clear where nothing of it may be kept. */
const readFiles = async (
  exchange: Exchange,
  found: Found,
  dependencies: Dependencies,
  { limit, head, fields }: NonNullable<Operation['upload']>,
  digestOf: (content: string) => Promise<string>,
): Promise<Sent> => {
  const maxBytes = dependencies.limits[limit];
  const room = await uploadRoom(exchange, found, dependencies, isForm(exchange));
  const blobs = room.within(noting(exchange, dependencies.options.blobs));
  const seals = await sealsFor(exchange, found, dependencies, blobs);
  const upload = await readUpload(exchange.request, {
    ...{ blobs: seals ?? blobs, maxBytes, ...dependencies.clientRate },
    ...(head === undefined ? {} : { head: head.header }),
  });
  tellIgnored(exchange, ignoredFormFields(upload, fields));
  const came = seals === undefined ? upload : asItCame(upload, seals);
  const sent = seals === undefined ? upload : withKeys(upload, seals);
  return { body: undefined, upload: sent, digest: await digestOf(JSON.stringify(came)) };
};

const ignoredFormFields = ({ fields }: Upload, taken: readonly string[] = []): readonly string[] =>
  Object.keys(fields)
    .filter((name) => !taken.includes(name))
    .map((name) => pointerTo('', name));

/** Blobs of which those that are put are noted as unused. */
const noting = ({ unused }: Exchange, blobs: Blobs): Pick<Blobs, 'put'> => ({
  put: async (content, options) => {
    const stored = await blobs.put(content, options);
    unused.set(stored.sha256, stored.size);
    return stored;
  },
});

const isForm = ({ request }: Exchange): boolean =>
  mediaTypeOf(request.headers['content-type'] ?? '')?.type === 'multipart/form-data';

const EMPTY = Buffer.alloc(0);

const jsonBytes = async (exchange: Exchange, route: Route, dependencies: Dependencies): Promise<Buffer> => {
  const { request, place } = exchange;
  if (!hasBody(request)) return EMPTY;
  if (!isJson(request.headers['content-type'] ?? ''))
    throw new Problem(
      'unsupported_media_type',
      `The body of this operation is ${bodiesOf(route.operation)}.`,
    );
  const read = (): Promise<Buffer> => readBody(request, bytesLimits(exchange, route, dependencies));
  return place === undefined || exchange.isReceived ? read() : place.without(read);
};

const bodiesOf = ({ upload }: Operation): string =>
  `\`application/json\` in UTF-8${upload === undefined ? '' : ', or `multipart/form-data` with a file'}`;

/** What a value counts for at least in what bodies may take: an empty object takes twice as much to hold, a number a third. */
const VALUE_BYTES = 24;

const kindOf = ({ bodyLimit }: Operation) => (bodyLimit === undefined ? 'smallBodies' : 'largeBodies');
const SMALL: Pick<Limits, 'jsonBytes' | 'jsonValues'> = {
  jsonBytes: smallBody.bytes,
  jsonValues: smallBody.values,
};
const mostOf = ({ bodyLimit }: Operation, limits: Limits): typeof SMALL =>
  bodyLimit === undefined ? SMALL : limits;

/** How long the body of the operation may be, and what its bytes take of what all callers share. */
const bytesLimits = (exchange: Exchange, { operation }: Route, dependencies: Dependencies): BodyLimits => {
  const { request, holdings, principal = anonymous, ip } = exchange;
  const { limits, clientRate } = dependencies;
  const caller = callerOf(principal, ip);
  const kind = kindOf(operation);
  return {
    ...clientRate,
    maxBytes: Math.min(mostOf(operation, limits).jsonBytes, limits.jsonBytes),
    announced: () => holdings.expect(kind, caller, Number(request.headers['content-length'] ?? 0)),
    keep: (size) => holdings.take(kind, caller, size),
    slow: () => holdings.take('slowBodies', caller),
  };
};

/** What its text of so many characters may hold, and what the values take. */
const valuesLimits = (
  { holdings, principal = anonymous, ip }: Exchange,
  { operation }: Route,
  { limits }: Dependencies,
  size: number,
): JsonLimits => ({
  depth: limits.jsonDepth,
  values: Math.min(mostOf(operation, limits).jsonValues, limits.jsonValues),
  counted: (values) =>
    holdings.take(kindOf(operation), callerOf(principal, ip), Math.max(0, values * VALUE_BYTES - size)),
});

const validated = (exchange: Exchange, route: Route, text: string, dependencies: Dependencies): unknown => {
  if (text === '') {
    if (route.operation.bodyOptional) return undefined;
    throw new Problem('malformed_json', 'This operation needs a body.');
  }
  const parsed: Json = parseStrictJson(text, valuesLimits(exchange, route, dependencies, text.length));
  exchange.echo = route.handler.refusalBody?.echo(parsed);
  const body = route.prune(parsed);
  tellIgnored(exchange, ignoredFields(parsed, body));
  const wrong = route.checkBody?.(body, text.length);
  if (wrong === undefined) return body;
  throw new Problem('invalid_body', undefined, { errors: bodyErrors(wrong) });
};

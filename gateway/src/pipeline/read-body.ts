import { smallBody } from '@cairn/contracts';
import { anonymous, type Blobs, type Json, type JsonLimits, pointerTo } from '@cairn/kernel';
import { parseStrictJson } from '../http/json/strict-json.js';
import { isJson, mediaTypeOf } from '../http/media-type.js';
import { type BodyLimits, hasBody, readBody, utf8Of } from '../http/request-body.js';
import type { Upload } from '../operations/handler.js';
import { Problem } from '../problems/problem.js';
import { callerOf } from './caller.js';
import type { Exchange } from './exchange.js';
import type { Route } from './route.js';
import type { Found } from './router.js';
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
  if (operation.upload !== undefined && (operation.body === undefined || isForm(exchange))) {
    const maxBytes = dependencies.limits[operation.upload.limit];
    const room = await uploadRoom(exchange, found, dependencies, isForm(exchange));
    const blobs = room.within(noting(exchange, dependencies.options.blobs));
    const upload = await readUpload(exchange.request, { blobs, maxBytes, ...dependencies.clientRate });
    tellIgnored(exchange, ignoredFormFields(upload, operation.upload.fields));
    return { body: undefined, upload, digest: await digestOf(JSON.stringify(upload)) };
  }
  if (operation.body === undefined) return { body: undefined, upload: undefined, digest: await digestOf('') };
  const bytes = await jsonBytes(exchange, route, dependencies);
  const text = utf8Of(bytes);
  return {
    body: validated(exchange, route, text, dependencies),
    upload: undefined,
    digest: await digestOf(text),
  };
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
    throw new Problem('unsupported_media_type', 'The body of this operation is `application/json` in UTF-8.');
  const read = (): Promise<Buffer> => readBody(request, jsonLimits(exchange, route, dependencies).bytes);
  return place === undefined || exchange.isReceived ? read() : place.without(read);
};

/** What a value counts for at least in what bodies may take: an empty object takes twice as much to hold, a number a third. */
const VALUE_BYTES = 24;

/** What a body of the operation may be, and what it takes of what all callers share. */
const jsonLimits = (exchange: Exchange, { operation }: Route, { limits, clientRate }: Dependencies) => {
  const { request, holdings, principal = anonymous, ip } = exchange;
  const isSmall = operation.bodyLimit === undefined;
  const kind = isSmall ? 'smallBodies' : 'largeBodies';
  const caller = callerOf(principal, ip);
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = isSmall ? smallBody : { bytes: limits.jsonBytes, values: limits.jsonValues };
  const bytes: BodyLimits = {
    ...clientRate,
    maxBytes: Math.min(most.bytes, limits.jsonBytes),
    announced: () => holdings.expect(kind, caller, announced),
    keep: (size) => holdings.take(kind, caller, size),
    slow: () => holdings.take('slowBodies', caller),
  };
  const json = (size: number): Required<JsonLimits> => ({
    depth: limits.jsonDepth,
    values: Math.min(most.values, limits.jsonValues),
    counted: (values) => holdings.take(kind, caller, Math.max(0, values * VALUE_BYTES - size)),
  });
  return { bytes, json };
};

const validated = (exchange: Exchange, route: Route, text: string, dependencies: Dependencies): unknown => {
  if (text === '') {
    if (route.operation.bodyOptional) return undefined;
    throw new Problem('malformed_json', 'This operation needs a body.');
  }
  const limits = jsonLimits(exchange, route, dependencies).json(text.length);
  const parsed: Json = parseStrictJson(text, limits);
  exchange.echo = route.handler.refusalBody?.echo(parsed);
  const body = route.prune(parsed);
  tellIgnored(exchange, ignoredFields(parsed, body));
  const wrong = route.checkBody?.(body, text.length);
  if (wrong === undefined) return body;
  throw new Problem('invalid_body', undefined, { errors: bodyErrors(wrong) });
};

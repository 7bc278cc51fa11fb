import type { Operation } from '@cairn/contracts';
import { anonymous, type Blobs, pointerTo } from '@cairn/kernel';
import type { Upload } from '../call/call.js';
import { isJson, mediaTypeOf } from '../http/media-type.js';
import { type BodyLimits, hasBody, readBody, utf8Of } from '../http/request-body.js';
import { Problem } from '../problems/problem.js';
import { sharerOf } from './caller.js';
import type { Exchange } from './exchange.js';
import { formBody } from './form-body.js';
import { jsonBody, kindOf, mostBytesOf } from './json-body.js';
import type { Route } from './route.js';
import type { Found } from './router.js';
import { asItCame, sealsFor, withKeys } from './uploads/private-upload.js';
import type { Received } from './uploads/raw.js';
import { uploadRoom } from './uploads/upload-room.js';
import { readUpload } from './uploads/upload.js';
import { tellIgnored } from './validation/ignored-fields.js';
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

/** Stores what is sent as files, and reads what comes with it in a form; nothing of a file lies in the clear where nothing of it may be kept. */
const readFiles = async (
  exchange: Exchange,
  found: Found,
  dependencies: Dependencies,
  { limit, head, fields, form }: NonNullable<Operation['upload']>,
  digestOf: (content: string) => Promise<string>,
): Promise<Sent> => {
  const maxBytes = dependencies.limits[limit];
  const room = await uploadRoom(exchange, found, dependencies, isForm(exchange));
  const blobs = room.within(noting(exchange, dependencies.options.blobs));
  const seals = await sealsFor(exchange, found, dependencies, blobs);
  const received = await readUpload(exchange.request, {
    ...{ blobs: seals ?? blobs, maxBytes, ...dependencies.clientRate },
    ...(head === undefined ? {} : { head: head.header }),
    isBody: form === 'body',
  });
  const body = form === 'body' ? formBody(exchange, found.route, received.fields, dependencies) : undefined;
  if (form !== 'body') tellIgnored(exchange, ignoredFormFields(received, fields));
  const came = seals === undefined ? received : asItCame(received, seals);
  const sent = seals === undefined ? received : withKeys(received, seals);
  return { body, upload: uploadOf(sent), digest: await digestOf(JSON.stringify(came)) };
};

/** `undefined` of a form without a file. */
const uploadOf = ({ files: [first, ...others], fields }: Received): Upload | undefined =>
  first === undefined ? undefined : { files: [first, ...others], fields };

const ignoredFormFields = ({ fields }: Received, taken: readonly string[] = []): readonly string[] =>
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

const bodiesOf = ({ upload }: Operation): string => {
  const form =
    upload?.form === 'body' ? ', or `multipart/form-data`' : ', or `multipart/form-data` with a file';
  return `\`application/json\` in UTF-8${upload === undefined ? '' : form}`;
};

/** How long the body of the operation may be, and what its bytes take of what all callers share. */
const bytesLimits = (exchange: Exchange, { operation }: Route, dependencies: Dependencies): BodyLimits => {
  const { request, holdings, principal = anonymous, ip } = exchange;
  const { limits, clientRate } = dependencies;
  const sharer = sharerOf(principal, ip);
  const kind = kindOf(operation);
  return {
    ...clientRate,
    maxBytes: mostBytesOf(operation, limits),
    announced: () => holdings.expect(kind, sharer, Number(request.headers['content-length'] ?? 0)),
    keep: (size) => holdings.take(kind, sharer, size),
    slow: () => holdings.take('slowBodies', sharer),
  };
};

const validated = (exchange: Exchange, route: Route, text: string, dependencies: Dependencies): unknown => {
  if (text !== '') return jsonBody(exchange, route, text, dependencies);
  if (route.operation.bodyOptional) return undefined;
  throw new Problem('malformed_json', 'This operation needs a body.');
};

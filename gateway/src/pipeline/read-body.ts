import type { Blobs, Json } from '@cairn/kernel';
import { parseStrictJson } from '../http/json/strict-json.js';
import { isJson, mediaTypeOf } from '../http/media-type.js';
import { hasBody, readBody, utf8Of } from '../http/request-body.js';
import type { Upload } from '../operations/handler.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { Route } from './route.js';
import type { Found } from './router.js';
import { uploadRoom } from './uploads/upload-room.js';
import { readUpload } from './uploads/upload.js';
import { bodyErrors } from './validation/schemas.js';
import type { Workings } from './workings.js';

/** What came with an unsafe request. */
export interface Sent {
  readonly body: unknown;
  readonly upload: Upload | undefined;
  /** HMAC-SHA-256 of the request under a server key, base64url. */
  readonly digest: string;
}

/** Reads, parses and validates what an operation takes. What it does not take is not read. */
export const readSent = async (exchange: Exchange, found: Found, workings: Workings): Promise<Sent> => {
  const { route } = found;
  const { operation } = route;
  const digestOf = (content: string) => workings.digests.of(operation.id, exchange.url, content);
  if (operation.upload !== undefined && (operation.body === undefined || isForm(exchange))) {
    const maxBytes = workings.limits[operation.upload.limit];
    const idleMs = workings.limits.bodyIdleMs;
    const room = await uploadRoom(exchange, found, workings, isForm(exchange));
    const blobs = room.within(noting(exchange, workings.options.blobs));
    const upload = await readUpload(exchange.request, { blobs, maxBytes, idleMs });
    return { body: undefined, upload, digest: await digestOf(JSON.stringify(upload)) };
  }
  if (operation.body === undefined) return { body: undefined, upload: undefined, digest: await digestOf('') };
  const bytes = await jsonBytes(exchange, route, workings);
  const text = utf8Of(bytes);
  return {
    body: validated(exchange, route, text, workings.limits.jsonDepth),
    upload: undefined,
    digest: await digestOf(text),
  };
};

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

const jsonBytes = async (exchange: Exchange, route: Route, workings: Workings): Promise<Buffer> => {
  const { request, place } = exchange;
  if (!hasBody(request)) return EMPTY;
  if (!isJson(request.headers['content-type'] ?? ''))
    throw new Problem('unsupported_media_type', 'The body of this operation is `application/json` in UTF-8.');
  const { jsonBytes: maxBytes, bodyIdleMs: idleMs } = workings.limits;
  const read = (): Promise<Buffer> => readBody(request, { maxBytes, idleMs });
  return place === undefined || exchange.isReceived ? read() : place.without(read);
};

const validated = (exchange: Exchange, route: Route, text: string, maxDepth: number): unknown => {
  if (text === '') {
    if (route.operation.bodyOptional) return undefined;
    throw new Problem('malformed_json', 'This operation needs a body.');
  }
  const parsed: Json = parseStrictJson(text, maxDepth);
  exchange.sentBody = parsed;
  const body = route.prune(parsed);
  const wrong = route.checkBody?.(body, text.length);
  if (wrong === undefined) return body;
  throw new Problem('invalid_body', undefined, { errors: bodyErrors(wrong) });
};

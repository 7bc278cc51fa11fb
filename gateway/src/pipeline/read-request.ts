import type { Principal, QueryContext } from '@cairn/kernel';
import type { Upload } from '../call/call.js';
import type { Exchange } from './exchange.js';
import type { ReadQuery } from './query.js';
import type { Found } from './router.js';

/** What was read of a request. */
export interface ReadRequest {
  readonly exchange: Exchange;
  readonly found: Found;
  readonly principal: Principal;
  readonly query: ReadQuery;
  readonly context: QueryContext;
  readonly respondAsync: boolean;
  readonly waitSeconds: number;
  readonly body?: unknown;
  readonly upload?: Upload | undefined;
  /** What `If-Match` asks for. */
  readonly expectedRevisions?: readonly string[] | undefined;
  readonly commandId: string;
  /** HMAC-SHA-256 of the request under a server key, base64url. */
  readonly digest: string;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { partOf, type Principal, requestIdOf } from '@cairn/kernel';
import { correlationOf } from '../http/correlation.js';
import type { Holdings } from './holdings.js';
import type { Place } from './concurrency-limiter.js';
import type { PathParams } from './path-params.js';
import type { Route } from './route.js';
import { pathOf } from './router.js';
import { OF_PERSON } from './subject.js';

/** One request and what becomes of it. */
export class Exchange {
  readonly requestId: string;
  /** Headers that the answer gets whatever it is: of the rate limit, of the write. */
  readonly headers: Record<string, string> = {};
  readonly startedAt = performance.now();
  route: Route | undefined;
  /** What has the path under another method: its parameters are left out of what is told. */
  besideRoute: Route | undefined;
  /** Those of the path, once it has a route. */
  params: PathParams = {};
  principal: Principal | undefined;
  /** Who signed in by it: nobody was known before. */
  signedIn: string | undefined;
  /** The id of what it was to make. */
  made: string | undefined;
  /** Of what it changed or was answered. */
  organizationId: string | undefined;
  /** Of the body of its answer. */
  bytesOut = 0;
  /** What its handler keeps of the body as the client sent it, for a refusal. */
  echo: unknown;
  /** Blobs that came with it and that nothing was done with, with their bytes. */
  readonly unused = new Map<string, number>();
  /** The code of the refusal, if it was refused. */
  refused: string | undefined;
  /** The bound of what may be stored that it was refused for. */
  bound: string | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly ip: string,
    /** Among the requests that are worked on; `undefined` for what needs none. */
    readonly place: Place | undefined,
    /** What it holds beside its place, until it is answered. */
    readonly holdings: Holdings,
  ) {
    this.requestId = requestIdOf(request.headers['x-request-id']);
  }

  get correlation(): string {
    return correlationOf(this.request.headers['traceparent'], this.requestId);
  }

  get url(): string {
    return this.request.url ?? '/';
  }

  get userAgent(): string {
    return printable(this.request.headers['user-agent'] ?? '');
  }

  /** The token of `Authorization: Bearer`; `undefined` when the header is absent or of another kind. */
  get bearer(): string | undefined {
    const header = this.request.headers.authorization;
    return header === undefined ? undefined : /^Bearer +([\x21-\x7e]{1,4096}) *$/i.exec(header)?.[1];
  }

  /** The path as it was sent, without the tokens in it (S14). */
  get instance(): string {
    return this.#pathWithout(SECRET);
  }

  /** The same as it is kept: without what a person calls what is theirs, which an erasure could not find again (S38). */
  get keptPath(): string {
    return this.#pathWithout(this.#named.startsWith(OF_PERSON) ? SECRET_OR_NAME : SECRET);
  }

  get #named(): string {
    return (this.route ?? this.besideRoute)?.operation.path ?? '';
  }

  #pathWithout(secret: RegExp): string {
    const path = pathOf(this.url).slice(0, 500);
    return secret.test(this.#named) ? withoutSecrets(path, this.#named, secret) : path;
  }

  /** Whether all of the body is here. Node says that a body is complete only a moment after its last byte. */
  get isReceived(): boolean {
    const { complete, readableLength, headers } = this.request;
    return complete || readableLength >= Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  }

  /** One header whose name stands once, as text. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  }
}

/** A parameter of a path that is no name and no id but a secret. */
const SECRET = /\{\w*token\}/;
const SECRET_OR_NAME = /\{(?:\w*token|name)\}/;
const withoutSecrets = (path: string, named: string, secret: RegExp): string => {
  const names = named.split('/');
  const shown = (part: string, index: number): string =>
    secret.test(names[index] ?? '') ? names[index]! : part;
  return path.split('/').map(shown).join('/');
};
const MAX_USER_AGENT = 300;

/** A header for logs and events: no control characters, bounded (S37). */
const printable = (text: string): string => partOf(text.replace(/\p{Cc}/gu, ''), 0, MAX_USER_AGENT);

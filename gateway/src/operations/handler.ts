import type {
  AnswerOf,
  BodyOf,
  CommandDefinition,
  FiltersOf,
  InputOf,
  Operation,
  ParamsOf,
  QueryDefinition,
  QueryOf,
  RateLimitContent,
} from '@cairn/contracts';
import type {
  AdministeredRecords,
  BlobInfo,
  Blobs,
  ChargedAsset,
  CommandReply,
  CountedAssets,
  ErrorReports,
  EventLog,
  JobEnds,
  JobsOfAll,
  Journal,
  Json,
  Page,
  PageRequest,
  PersonalRecords,
  Principal,
  ProjectionAdministration,
  Quotas,
  QuotasInForce,
  QueryContext,
  Refusal,
  Registers,
  Service,
  Vault,
  Versioned,
} from '@cairn/kernel';
import type { Problem } from '../problems/problem.js';

/** A file that came with the request, already stored as a blob. */
export interface UploadedFile extends BlobInfo {
  /** As the client named it, without any path; `''` when it did not. */
  readonly fileName: string;
  readonly contentType: string;
  /** Form field it came under; `''` for a raw body. */
  readonly field: string;
  /** Of a body with a head: how many of its first bytes that is. */
  readonly headBytes?: number;
  /** Of one that is sealed (`isPrivateUpload`): what opens it. */
  readonly key?: string;
}

export interface Upload {
  readonly files: readonly [UploadedFile, ...UploadedFile[]];
  /** Other form fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a write addresses: where it can be read, and the revision under which the answer is looked up. */
export interface Target {
  /** Path of the resource, `/api/v1/datasets/…`: `Location` of a 201 or 202. */
  readonly location: string;
  readonly id: string;
  /** Path of what `If-Match` speaks of, when that is not the location. */
  readonly addressed?: string;
}

/** An event, by where it stands. */
export interface Written {
  readonly stream: string;
  readonly position: string;
}

export type DoneReply = Extract<CommandReply, { status: 'done' }>;

/** A request on its way: everything was parsed, authenticated, allowed by scope, and validated by the operation's schemas. */
export interface Call<Definition extends Operation = Operation> {
  readonly operation: Definition;
  readonly params: ParamsOf<Definition>;
  readonly query: QueryOf<Definition>;
  /** For lists: the filters that were sent. */
  readonly filters: FiltersOf<Definition>;
  readonly body: BodyOf<Definition>;
  readonly principal: Principal;
  /** Of the moment asked for by `as_of` or `revision`, else of now. */
  readonly context: QueryContext;
  /** For lists: limit, sort and cursor of the query. */
  readonly page: PageRequest;
  readonly upload: Upload | undefined;
  readonly requestId: string;
  /** Network address of the client, after trusted proxies. */
  readonly ip: string;
  readonly userAgent: string;
  /** `Accept` as it was sent; empty when it was not. */
  readonly accept: string;
  /** `Prefer: respond-async` was sent. */
  readonly respondAsync: boolean;
  /** Of `Prefer: wait=N`; 0 when it was not sent, or the operation does not take it. */
  readonly waitSeconds: number;
  readonly edge: Edge;
  /** Position of the last write of this call; the pipeline writes `X-Position` and `X-Revision` from it. */
  written: DoneReply | undefined;
  /**
   * What a service answers to a query that it declares, for who calls: what is there now, whatever moment is read. It has
   * the time of a command. A refusal is thrown as a `Problem`; that nobody answers is 503 with `Retry-After`.
   */
  ask<Query extends QueryDefinition>(query: Query, input: InputOf<Query>): Promise<AnswerOf<Query>>;
  /**
   * Sends a command under this request's command id, checks `If-Match`, and answers when every projection of the service
   * has it (law 2). A refusal is thrown as a `Problem`; a lag or `respond-async` ends the call with 202 at the target.
   * `reading` is live, or for a command that was here before, of its revision. A second command in one call names a `role`.
   */
  write<Command extends CommandDefinition>(
    command: Command,
    input: InputOf<Command>,
    target: Target,
    role?: string,
  ): Promise<{ readonly reply: DoneReply; readonly context: QueryContext }>;
  /**
   * The live reading once every projection of a service has an event that work wrote (law 2); `undefined` when they have not
   * within the time, ms, or it waits behind a parked one.
   */
  readingAfterWork(service: string, written: Written, withinMs: number): Promise<QueryContext | undefined>;
  /**
   * The live reading once every projection of a service has what the log holds now of a stream. Throws `projection_lag`
   * when they lag.
   */
  contextNow(service: string, stream: string): Promise<QueryContext>;
  /** The id that this request's command derives for a role: the same for a retry with the same `Idempotency-Key`. */
  newId(role: string, ordinal?: number): string;
}

/** What handlers reach beside the services' queries. */
export interface Edge {
  readonly log: EventLog;
  readonly vault: Vault;
  /** For stamps of last use, joined when read. */
  readonly registers: Registers;
  readonly blobs: Blobs;
  /** Which requests were answered: neither history nor operational state. */
  readonly journal: Journal;
  readonly errors: ErrorReports;
  /** Without a slash at the end; for links. */
  readonly baseUrl: string;
  readonly admin: ProjectionAdministration;
  readonly quotas: QuotasInForce;
  /** What holds where administrators set nothing. */
  readonly configured: { readonly rates: RateLimitContent; readonly quotas: Quotas };
  readonly counted: readonly CountedAssets[];
  /** The durable work of every service. */
  readonly jobs: JobsOfAll;
  readonly jobEnds: Pick<JobEnds, 'ended'>;
  readonly personal: readonly PersonalRecords[];
  readonly administered: readonly AdministeredRecords[];
  /** What other teams read, by service. */
  readonly published: readonly Pick<Service, 'name' | 'aggregates' | 'published'>[];
}

/** What a handler answers; the pipeline makes headers, ETags, links and bytes of it. */
export type Answer =
  | {
      readonly kind: 'resource';
      readonly status: 200 | 201;
      readonly body: Json;
      readonly revision?: string;
      readonly location?: string;
      readonly streams?: readonly string[];
      /** Beside those that the pipeline makes. */
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'list'; readonly page: Page<Json> }
  | { readonly kind: 'accepted'; readonly location: string; readonly body: Json }
  | { readonly kind: 'deleted'; readonly represent: () => Promise<Json> }
  | { readonly kind: 'empty' }
  /** What was asked for is elsewhere, for good; the place may be relative. */
  | { readonly kind: 'moved'; readonly location: string }
  | {
      readonly kind: 'file';
      readonly sha256: string;
      readonly size: number;
      readonly contentType: string;
      readonly fileName: string;
      readonly inline?: true;
      readonly mayStill?: MayStill;
    }
  | {
      readonly kind: 'stream';
      readonly content: AsyncIterable<Uint8Array>;
      readonly contentType: string;
      /** `''` names none. */
      readonly fileName: string;
      readonly inline?: true;
      readonly headers?: Readonly<Record<string, string>>;
      readonly mayStill?: MayStill;
    };
/** Whether who takes bytes may still have them, by a reading of now; asked while they are on their way (S18). */
export type MayStill = (now: QueryContext) => Promise<boolean>;

export interface Handler<Definition extends Operation = Operation> {
  readonly operation: Definition;
  handle(this: void, call: Call<Definition>): Promise<Answer>;
  readonly uploadRefusal?: UploadRefusal;
  readonly isPrivateUpload?: IsPrivateUpload;
  readonly refuseUnread?: RefuseUnread;
  readonly charged?: Charged;
  /** The body of a refusal whose status is among the operation's replies, where it is not a problem body: `register`. */
  readonly refusalBody?: RefusalBody;
}
/** Of an upload: why the caller may not make it to what the path names, asked before the file is read. */
export type UploadRefusal = (
  context: QueryContext,
  params: Readonly<Record<string, string | undefined>>,
) => Promise<Refusal | undefined>;
/** Of an upload: whether nothing of it may be kept. It is then stored under a key that goes with the request. */
export type IsPrivateUpload = (
  context: QueryContext,
  params: Readonly<Record<string, string | undefined>>,
) => Promise<boolean>;
/** Of an upload: throws a `Problem` for what path and query alone show to be wrong, before the file is read. */
export type RefuseUnread = (
  params: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, unknown>>,
) => void;
/** Of an upload: the asset whose owner is charged for it. */
export type Charged = (params: Readonly<Record<string, string | undefined>>) => ChargedAsset;
/** A refusal that tells what was sent. Of a body nothing outlives its validation but what `echo` keeps of it. */
export interface RefusalBody<Echo = unknown> {
  /** What is kept of a body that was parsed and not yet validated. */
  echo(this: void, body: unknown): Echo;
  /** The body of the refusal; nothing was kept of what could not be parsed. */
  of(this: void, problem: Problem, echo: Echo | undefined): Json;
}

/** A handler of whatever operation: what a list of handlers holds. */
export interface AnyHandler {
  readonly operation: Operation;
  handle(this: void, call: Call<never>): Promise<Answer>;
  readonly uploadRefusal?: UploadRefusal;
  readonly isPrivateUpload?: IsPrivateUpload;
  readonly refuseUnread?: RefuseUnread;
  readonly charged?: Charged;
  readonly refusalBody?: RefusalBody;
}

/** Joins an operation of the contract to what answers it. */
export const handler = <Definition extends Operation>(
  operation: Definition,
  handle: (call: Call<Definition>) => Promise<Answer>,
  refusalBody?: RefusalBody,
): Handler<Definition> => ({ operation, handle, ...(refusalBody === undefined ? {} : { refusalBody }) });

/** 200 with a resource and its ETag. */
export const ok = (found: Versioned<unknown>): Answer => ({
  kind: 'resource',
  status: 200,
  body: found.resource as Json,
  revision: found.revision,
  streams: found.streams,
});
/** 201 with a resource, its ETag and its place. */
export const created = (location: string, found: Versioned<unknown>): Answer => ({
  kind: 'resource',
  status: 201,
  body: found.resource as Json,
  revision: found.revision,
  location,
  streams: found.streams,
});
/** 200 with a body that has no revision. */
export const answer = (body: unknown): Answer => ({ kind: 'resource', status: 200, body: body as Json });
/** 202: the work goes on at the location. */
export const accepted = (location: string, body: unknown): Answer => ({
  kind: 'accepted',
  location,
  body: body as Json,
});
/** A page of a list. */
export const listed = (page: Page<unknown>): Answer => ({ kind: 'list', page: page as Page<Json> });
/** 204, or 200 with the record when the caller prefers that. */
export const deleted = (represent: () => Promise<unknown>): Answer => ({
  kind: 'deleted',
  represent: represent as () => Promise<Json>,
});

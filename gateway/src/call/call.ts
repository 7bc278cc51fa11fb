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
} from '@cairn/contracts';
import type { BlobInfo, CommandReply, PageRequest, Principal, QueryContext } from '@cairn/kernel';
import type { Edge } from './edge.js';

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

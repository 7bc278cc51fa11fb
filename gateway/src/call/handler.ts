import type { Operation } from '@cairn/contracts';
import type { ChargedAsset, Json, QueryContext, Refusal } from '@cairn/kernel';
import type { Problem } from '../problems/problem.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';

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
type UploadRefusal = (
  context: QueryContext,
  params: Readonly<Record<string, string | undefined>>,
) => Promise<Refusal | undefined>;
/** Of an upload: whether nothing of it may be kept. It is then stored under a key that goes with the request. */
type IsPrivateUpload = (
  context: QueryContext,
  params: Readonly<Record<string, string | undefined>>,
) => Promise<boolean>;
/** Of an upload: throws a `Problem` for what path and query alone show to be wrong, before the file is read. */
export type RefuseUnread = (
  params: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, unknown>>,
) => void;
/** Of an upload: the asset whose owner is charged for it. */
type Charged = (params: Readonly<Record<string, string | undefined>>) => ChargedAsset;
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

import type { ErrorLog } from '@cairn/contracts';

/** An event as it is stored. */
export interface LoggedEvent {
  readonly id: string;
  /** Opaque; ordered as text. */
  readonly position: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  /** JSON texts. */
  readonly data: string;
  readonly metadata: string;
}

/** What a test does behind the public interface. Each topology knows its engines. */
export interface Inside {
  /** Every event after a position, in the order of the log. */
  events(after?: string): Promise<readonly LoggedEvent[]>;
  /** The last position of the log; empty while it has no event. */
  head(): Promise<string>;
  /** The newest key that sessions are signed with: tests set no secret, so it lies in the vault as it is. */
  sessionKey(): Promise<{ readonly id: string; readonly key: Buffer }>;
  /** What stands in the store of blobs, finished or not, by name. */
  blobs(): Promise<readonly string[]>;
  /** Folder of the `.eml` that were sent. */
  readonly mails: string;
  /** Cairn keeps the mails itself, so that an erasure reaches them; else they have left the house. */
  readonly keepsMails: boolean;
  /**
   * Where a text stands in what is kept, anywhere in the bytes, as UTF-8: names that begin with `log`, `vault`, `mail` and
   * so on. MongoDB is asked for what it holds now: it cannot be told to overwrite what was replaced.
   */
  holding(text: string): Promise<readonly string[]>;
  /** Counts an error as a process of Cairn does: what is whole answers none by itself. */
  countError(error: ErrorLog): Promise<void>;
  /** Deletes every document: it can be built again from the log. Only while Cairn does not run. */
  dropReadModels(): Promise<void>;
  /** Deletes what is operational and not history. Only while Cairn does not run. */
  dropRegisters(): Promise<void>;
  /**
   * Appends an event to a stream past every check of the service, as a release with a bug could have: the metadata of its
   * last event and its type unless another is named, other data, a right chain of hashes. Only while nothing that writes to
   * that stream runs.
   */
  append(stream: string, data: object, type?: string): Promise<void>;
  /**
   * Gives the last event of a stream other data, as a mended release would read it. Absent where the engine can change
   * nothing that was written. Only while Cairn does not run.
   */
  readonly mendLast?: (stream: string, data: object) => Promise<void>;
}

/** The register that counts an error (services/kernel/src/error-reports). */
export const errorRegister = (error: ErrorLog): { readonly key: string; readonly value: object } => {
  const { id, name, description, entity, count = 1, last_request_id: requestId } = error;
  const last = { entityId: error.entity_id, userId: error.user_id, requestId };
  const times = { firstAt: error.created_at, lastAt: error.updated_at };
  return { key: `error:${id}`, value: { id, name, description, entity, ...last, count, ...times } };
};

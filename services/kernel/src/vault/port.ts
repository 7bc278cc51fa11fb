import { Unavailable } from '../errors/cairn-error.js';
import type { Json } from '../base/json-value.js';

/**
 * The vault keeps what must be forgettable or secret: a key for each person, credentials, the server's own keys (law 8).
 * It has a file and a backup of its own.
 */
export interface Vault {
  /** The 32-byte key of a person, made when there is none. Throws `PersonErased` when it was erased. */
  keyFor(subject: string): Promise<Buffer>;
  /** The key of a person, `undefined` when there never was one or it was erased. Never makes one. */
  findKey(subject: string): Promise<Buffer | undefined>;
  /** Deletes the key for good; what was encrypted under it cannot be read by anyone any more. Idempotent. */
  eraseKey(subject: string): Promise<void>;

  /** Writes an immutable row under a fresh id, before the event that names it. The same id with the same row is no change; another row throws. */
  putCredential(id: string, credential: { readonly [key: string]: Json }): Promise<void>;
  findCredential(id: string): Promise<{ readonly [key: string]: Json } | undefined>;
  removeCredential(id: string): Promise<void>;
  /** Removes credentials older than `olderThanMs` that nothing names. Answers how many. */
  collectCredentials(options: {
    readonly isNamed: (id: string) => Promise<boolean>;
    readonly olderThanMs: number;
  }): Promise<number>;

  /** The server's keys for a purpose (`session`, `command-id`, `reservation`), newest first; the first is made when there is none. Two are valid at once after `rotate`. 32 bytes each. */
  serverKeys(purpose: string): Promise<readonly ServerKey[]>;
  /** Adds a key, keeps the one before, drops older ones. */
  rotateServerKey(purpose: string): Promise<ServerKey>;
  /** Why this process must not go on with it: others have it wrapped anew. `undefined` while it may. */
  refusal(): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface ServerKey {
  /** Short, public: goes into the header of a token. */
  readonly id: string;
  readonly key: Buffer;
}

export class PersonErased extends Error {
  override readonly name = 'PersonErased';
}

/** The store cannot be reached now. A write that was on its way may have been made all the same; it may be made again. */
export class VaultUnavailable extends Unavailable {
  override readonly name = 'VaultUnavailable';
}

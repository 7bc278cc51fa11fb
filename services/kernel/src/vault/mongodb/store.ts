import type { Collection } from 'mongodb';
import { isUnavailable, type MongoConnection, within } from '../../mongodb/index.js';
import { VaultUnavailable } from '../port.js';

/** An erased person keeps a row without a key, so that no new key is ever made. */
export interface PersonRow {
  readonly _id: string;
  readonly sealed: Buffer | null;
}

export interface CredentialRow {
  readonly _id: string;
  readonly sealed: Buffer;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

export interface SealedServerKey {
  readonly id: string;
  readonly sealed: Buffer;
}

/** The ring of a purpose in one document, so that it changes at once. Newest first. */
export interface RingRow {
  readonly _id: string;
  readonly keys: readonly SealedServerKey[];
}

/** The only document: in which form the vault is (`VAULT_FORM`), what tells the secret again, or that there is none. Whoever opens the vault first writes it. */
export type WrappingRow = { readonly _id: 'wrapping'; readonly form?: number } & (
  | { readonly salt: Buffer; readonly proof: Buffer }
  | { readonly plain: true }
);

/** The collections of a vault, and how they are asked. */
export class VaultStore {
  readonly persons: Collection<PersonRow>;
  readonly credentials: Collection<CredentialRow>;
  readonly rings: Collection<RingRow>;
  readonly settings: Collection<WrappingRow>;
  #closed = false;

  constructor(
    readonly connection: MongoConnection,
    private readonly timeoutMs: number,
  ) {
    const named = <Row extends object>(name: string): Collection<Row> =>
      connection.database.collection<Row>(name, { promoteBuffers: true });
    this.persons = named('persons');
    this.credentials = named('credentials');
    this.rings = named('server_keys');
    this.settings = named('settings');
  }

  /** What the server answers within the deadline. Throws `VaultUnavailable`. */
  async ask<Answer>(step: () => Promise<Answer>, timeoutMs = this.timeoutMs): Promise<Answer> {
    if (this.#closed) throw new VaultUnavailable('the vault is closed');
    try {
      return await within(timeoutMs, this.connection.connected().then(step));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const { address, database, reasonOf } = this.connection;
      throw new VaultUnavailable(
        `The vault in MongoDB at ${address}/${database.databaseName} is not reached (${reasonOf(error)}): ` +
          'see that the server runs, that it has a primary and that the address is right.',
        { cause: error },
      );
    }
  }

  close(): void {
    this.#closed = true;
  }
}

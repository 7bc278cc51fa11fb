import { patient } from '../../clock/patience.js';
import { type Clock, systemClock } from '../../clock/port.js';
import { type MongoConnection, openMongo } from '../../mongodb/index.js';
import { PersonErased, type ServerKey, type Vault } from '../port.js';
import type { VaultSecrets } from '../wrapping.js';
import { Credentials } from './credentials.js';
import { PersonKeys } from './person-keys.js';
import { ServerKeyRings } from './server-key-rings.js';
import { VaultStore } from './store.js';
import { isWrappedSo, type OpenedWrapping, openWrapping } from './wrapping.js';

/** How long a call may take, milliseconds. */
const TIMEOUT_MS = 2_000;

export type MongoVaultOptions = VaultSecrets & {
  /** Says how old credentials are: of this process, hours off do not matter. */
  readonly clock?: Clock;
  /** How long a call may take, milliseconds (2,000). */
  readonly timeoutMs?: number;
} & ({ readonly url: string } | { readonly connection: MongoConnection });

/**
 * The vault in MongoDB, in a database of its own with a backup of its own (law 8): with `url` the one that it names,
 * `cairn_vault` when it names none; with `connection` the one of that connection, which the caller opens and closes.
 * A write is answered when the majority has it on disk. No process keeps a copy of anything, so that what one erases,
 * removes or rotates is so for all.
 *
 * With `secret` everything that is secret in it is encrypted under a key derived from it, and neither the server, its
 * log nor its backups have it in the clear. What is deleted is gone for everyone who asks the vault; MongoDB itself can
 * have it until its operation log, journal and backups have been written over: bound their age.
 *
 * Other processes use it as it is wrapped: it is wrapped anew only when `secretBefore` says by what it is until now, and
 * no other process may run then.
 *
 * Asks the server. Throws `WrongVaultSecret` when the vault is wrapped by something else, and `VaultUnavailable`.
 */
export const openMongoVault = async (options: MongoVaultOptions): Promise<Vault> => {
  const { clock = systemClock, timeoutMs = patient(TIMEOUT_MS) } = options;
  const isOurs = 'url' in options;
  const connection = isOurs
    ? await openMongo({ url: options.url, timeoutMs, database: 'cairn_vault' })
    : options.connection;
  const close = async (): Promise<void> => (isOurs ? connection.close() : undefined);
  const store = new VaultStore(connection, timeoutMs);
  try {
    await store.ask(() => store.credentials.createIndex({ writtenAt: 1, _id: 1 }, {}, {}));
    return new MongoVault(store, await openWrapping(store, options), clock, close);
  } catch (error) {
    await close();
    throw error;
  }
};

const WRAPPED_ANEW = 'the vault was wrapped anew: start this process again with its CAIRN_SECRET';

class MongoVault implements Vault {
  readonly #persons: PersonKeys;
  readonly #credentials: Credentials;
  readonly #rings: ServerKeyRings;

  constructor(
    private readonly store: VaultStore,
    private readonly opened: OpenedWrapping,
    private readonly clock: Clock,
    private readonly closeConnection: () => Promise<void>,
  ) {
    const { wrapping } = opened;
    this.#persons = new PersonKeys(store, wrapping);
    this.#credentials = new Credentials(store, wrapping);
    this.#rings = new ServerKeyRings(store, wrapping);
  }

  keyFor(subject: string): Promise<Buffer> {
    return this.store.ask(() => this.#persons.getOrMake(subject));
  }

  async findKey(subject: string): Promise<Buffer | undefined> {
    try {
      return await this.store.ask(() => this.#persons.get(subject));
    } catch (error) {
      if (error instanceof PersonErased) return undefined;
      throw error;
    }
  }

  eraseKey(subject: string): Promise<void> {
    return this.store.ask(() => this.#persons.erase(subject));
  }

  putCredential(...[id, credential]: Parameters<Vault['putCredential']>): Promise<void> {
    return this.store.ask(() => this.#credentials.put(id, credential, this.clock.now()));
  }

  findCredential(id: string): ReturnType<Vault['findCredential']> {
    return this.store.ask(() => this.#credentials.find(id));
  }

  async removeCredential(id: string): Promise<void> {
    await this.store.ask(() => this.#credentials.remove(id));
  }

  collectCredentials(options: Parameters<Vault['collectCredentials']>[0]): Promise<number> {
    return this.#credentials.collect(options.isNamed, this.clock.now() - options.olderThanMs);
  }

  serverKeys(purpose: string): Promise<readonly ServerKey[]> {
    return this.store.ask(() => this.#rings.keys(purpose));
  }

  rotateServerKey(purpose: string): Promise<ServerKey> {
    return this.store.ask(() => this.#rings.rotate(purpose));
  }

  async refusal(): Promise<string | undefined> {
    const isStill = await this.store.ask(() => isWrappedSo(this.store, this.opened.row));
    return isStill ? undefined : WRAPPED_ANEW;
  }

  async close(): Promise<void> {
    this.store.close();
    await this.closeConnection();
  }
}

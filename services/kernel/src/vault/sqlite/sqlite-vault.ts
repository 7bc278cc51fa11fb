import { systemClock, type Clock } from '../../clock/port.js';
import { closeWhole, type Database, isFromStore, openOn } from '../../sqlite/index.js';
import { refuseOtherForm, VAULT_FORM } from '../form.js';
import { PersonErased, type ServerKey, type Vault, VaultUnavailable } from '../port.js';
import { CredentialRows } from './credential-rows.js';
import { FreshKeys } from './fresh-keys.js';
import { PersonKeys } from './person-keys.js';
import { SCHEMA } from './schema.js';
import { ServerKeyRing } from './server-key-ring.js';
import type { VaultSecrets, Wrapping } from '../wrapping.js';
import { openWrapping } from './wrapping.js';

/**
 * The vault as a SQLite file of its own, with a backup of its own (law 8): each write is on disk before it is answered,
 * what is deleted is overwritten, and the write-ahead log is emptied after each deletion, so that it keeps no copy.
 *
 * With `secret` everything that is secret in the file is encrypted under a key derived from it; without, the file's own
 * access rights are its only protection. Throws `WrongVaultSecret` when the file was wrapped by another secret and that is
 * not `secretBefore`: then everything is wrapped anew; `VaultOfAnotherRelease` when nothing in it would open.
 * The file belongs to one process; `busyTimeoutMs` is how long one that copies it is waited for (5,000).
 */
export const openSqliteVault = (
  options: VaultSecrets & {
    readonly path: string;
    readonly clock?: Clock;
    readonly busyTimeoutMs?: number;
  },
): Vault => {
  const { path, busyTimeoutMs = 5_000 } = options;
  return openOn(path, { synchronous: 'FULL', secureDelete: true, busyTimeoutMs }, (database) => {
    prepare(database);
    const wrapping = openWrapping(database, options);
    emptyWal(database);
    return new SqliteVault(database, wrapping, options.clock ?? systemClock);
  });
};

/** A file that is new says first in which form it is. */
const prepare = (database: Database): void => {
  const isNew = database.prepare<readonly [number]>('SELECT 1 FROM sqlite_master').get() === undefined;
  if (isNew) database.exec(`PRAGMA user_version = ${VAULT_FORM}`);
  refuseOtherForm(Number(database.pragma('user_version')));
  database.exec(SCHEMA);
};

/** Throws when somebody else reads the file at this moment: then what was deleted may stand in the WAL still. */
const emptyWal = (database: Database): void => {
  if (!database.truncateWal())
    throw new VaultUnavailable('the write-ahead log of the vault could not be emptied; do it again');
};

class SqliteVault implements Vault {
  private readonly persons: PersonKeys;
  private readonly freshKeys: FreshKeys;
  private readonly credentials: CredentialRows;
  private readonly serverKeyRing: ServerKeyRing;
  private closed = false;

  constructor(
    private readonly database: Database,
    wrapping: Wrapping,
    private readonly clock: Clock,
  ) {
    this.persons = new PersonKeys(database, wrapping);
    this.freshKeys = new FreshKeys(database, this.persons);
    this.credentials = new CredentialRows(database, wrapping);
    this.serverKeyRing = new ServerKeyRing(database, wrapping);
  }

  keyFor(subject: string): Promise<Buffer> {
    return this.reach(() => this.persons.get(subject) ?? this.freshKeys.of(subject));
  }

  async findKey(subject: string): Promise<Buffer | undefined> {
    try {
      return await this.reach(() => this.persons.get(subject));
    } catch (error) {
      if (error instanceof PersonErased) return undefined;
      throw error;
    }
  }

  eraseKey(subject: string): Promise<void> {
    return this.reach(() => {
      this.persons.erase(subject);
      emptyWal(this.database);
    });
  }

  putCredential(...[id, credential]: Parameters<Vault['putCredential']>): Promise<void> {
    return this.reach(() => this.credentials.put(id, credential, this.clock.now()));
  }

  findCredential(id: string): ReturnType<Vault['findCredential']> {
    return this.reach(() => this.credentials.find(id));
  }

  removeCredential(id: string): Promise<void> {
    return this.reach(() => {
      this.credentials.remove(id);
      emptyWal(this.database);
    });
  }

  collectCredentials(options: Parameters<Vault['collectCredentials']>[0]): Promise<number> {
    return this.reach(async () => {
      const writtenBefore = this.clock.now() - options.olderThanMs;
      const removed = await this.credentials.collect(options.isNamed, writtenBefore);
      emptyWal(this.database);
      return removed;
    });
  }

  serverKeys(purpose: string): Promise<readonly ServerKey[]> {
    return this.reach(() => this.serverKeyRing.keys(purpose));
  }

  rotateServerKey(purpose: string): Promise<ServerKey> {
    return this.reach(() => {
      const key = this.serverKeyRing.rotate(purpose);
      emptyWal(this.database);
      return key;
    });
  }

  async refusal(): Promise<undefined> {
    await this.reach(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    closeWhole(this.database);
  }

  private isClosed(): boolean {
    return this.closed;
  }

  private async reach<Answer>(step: () => Answer | Promise<Answer>): Promise<Answer> {
    if (this.isClosed()) throw new VaultUnavailable('the vault is closed');
    try {
      return await step();
    } catch (error) {
      if (this.isClosed() || isFromStore(error))
        throw new VaultUnavailable('the file of the vault failed', { cause: error });
      throw error;
    }
  }
}

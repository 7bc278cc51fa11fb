import { systemClock, type Clock } from '../../clock/port.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import { PersonErased, type ServerKey, type Vault } from '../port.js';
import { CredentialRows } from './credential-rows.js';
import { PersonKeys } from './person-keys.js';
import { SCHEMA } from './schema.js';
import { ServerKeyRing } from './server-key-ring.js';
import { openWrapping, type Wrapping } from './wrapping.js';

/**
 * The vault as a SQLite file of its own, with a backup of its own (law 8): each write is on disk before it is answered,
 * what is deleted is overwritten, and the write-ahead log is emptied after each deletion, so that it keeps no copy.
 *
 * With `secret` everything that is secret in the file is encrypted under a key derived from it; without, the file's own
 * access rights are its only protection. Throws `WrongVaultSecret` when the file was wrapped by another secret.
 * The file belongs to one process; `busyTimeoutMs` is how long one that copies it is waited for (5,000).
 */
export const openSqliteVault = (options: {
  readonly path: string;
  readonly secret?: string;
  readonly clock?: Clock;
  readonly busyTimeoutMs?: number;
}): Vault => {
  const { path, busyTimeoutMs = 5_000 } = options;
  const database = openDatabase(path, { synchronous: 'FULL', secureDelete: true, busyTimeoutMs });
  try {
    database.exec(SCHEMA);
    const wrapping = openWrapping(database, options.secret);
    emptyWal(database);
    return new SqliteVault(database, wrapping, options.clock ?? systemClock);
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Throws when somebody else reads the file at this moment: then what was deleted may stand in the WAL still. */
const emptyWal = (database: Database): void => {
  const [busy] = database.prepare<readonly [number]>('PRAGMA wal_checkpoint(TRUNCATE)').all()[0] ?? [1];
  if (busy !== 0) throw new Error('the write-ahead log of the vault could not be emptied; do it again');
};

class SqliteVault implements Vault {
  private readonly persons: PersonKeys;
  private readonly credentials: CredentialRows;
  private readonly serverKeyRing: ServerKeyRing;

  constructor(
    private readonly database: Database,
    wrapping: Wrapping,
    private readonly clock: Clock,
  ) {
    this.persons = new PersonKeys(database, wrapping);
    this.credentials = new CredentialRows(database, wrapping);
    this.serverKeyRing = new ServerKeyRing(database, wrapping);
  }

  async keyFor(subject: string): Promise<Buffer> {
    return this.persons.getOrMake(subject);
  }

  async findKey(subject: string): Promise<Buffer | undefined> {
    try {
      return this.persons.get(subject);
    } catch (error) {
      if (error instanceof PersonErased) return undefined;
      throw error;
    }
  }

  async eraseKey(subject: string): Promise<void> {
    this.persons.erase(subject);
    emptyWal(this.database);
  }

  async putCredential(...[id, credential]: Parameters<Vault['putCredential']>): Promise<void> {
    this.credentials.put(id, credential, this.clock.now());
  }

  async findCredential(id: string): ReturnType<Vault['findCredential']> {
    return this.credentials.find(id);
  }

  async removeCredential(id: string): Promise<void> {
    this.credentials.remove(id);
    emptyWal(this.database);
  }

  async collectCredentials(options: Parameters<Vault['collectCredentials']>[0]): Promise<number> {
    const writtenBefore = this.clock.now() - options.olderThanMs;
    const removed = await this.credentials.collect(options.isNamed, writtenBefore);
    emptyWal(this.database);
    return removed;
  }

  async serverKeys(purpose: string): Promise<readonly ServerKey[]> {
    return this.serverKeyRing.keys(purpose);
  }

  async rotateServerKey(purpose: string): Promise<ServerKey> {
    const key = this.serverKeyRing.rotate(purpose);
    emptyWal(this.database);
    return key;
  }

  async close(): Promise<void> {
    this.database.close();
  }
}

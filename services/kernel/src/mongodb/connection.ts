import type { Db, MongoClient } from 'mongodb';

export interface MongoOptions {
  /** A connection string as MongoDB's users know it; its database holds the collections (`cairn` when it names none). */
  readonly url: string;
  /** After this long without a server a call fails, milliseconds. */
  readonly timeoutMs?: number;
}

export interface MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  /** Where it is, for messages: hosts without user and password. */
  readonly address: string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 2_000;
const DATABASE = 'cairn';

/**
 * Connects lazily: the first call fails when no server answers in time. Writes are acknowledged by the majority and are
 * on disk, reads go to the primary.
 */
export const openMongo = async ({ url, timeoutMs = TIMEOUT_MS }: MongoOptions): Promise<MongoConnection> => {
  const { MongoClient: Client } = await import('mongodb');
  const client = new Client(url, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    socketTimeoutMS: 5 * timeoutMs,
    readPreference: 'primary',
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    retryReads: true,
    retryWrites: true,
    appName: 'cairn',
  });
  const { dbName, hosts } = client.options;
  return {
    client,
    database: client.db(dbName === 'test' ? DATABASE : dbName),
    address: hosts.map(String).join(','),
    close: () => client.close(),
  };
};

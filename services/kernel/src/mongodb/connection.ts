import os from 'node:os';
import type { Db, MongoClient } from 'mongodb';
import { patient } from '../clock/patience.js';

export interface MongoOptions {
  /** A connection string as MongoDB's users know it; its database holds the collections. */
  readonly url: string;
  /** The database when the connection string names none (`cairn`). */
  readonly database?: string;
  /** After this long without a server a call fails, milliseconds. */
  readonly timeoutMs?: number;
}

export interface MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  /** Where it is, for messages: hosts without user and password. */
  readonly address: string;
  /**
   * To be called before every call. The driver connects by itself once: where that finds no server, the client stays
   * closed, although the server comes later. Rejects while there is none.
   */
  connected(this: void): Promise<void>;
  /** Why a call found no server, for messages: a deadline says how long it waited, the last look at the server says what is wrong. */
  reasonOf(this: void, error: Error): string;
  close(): Promise<void>;
}

const TIMEOUT_MS = 2_000;
const DATABASE = 'cairn';
/** A connection on which nothing came for so many deadlines is given up; until then a slow answer may still come. */
const SOCKET_DEADLINES = 5;

/**
 * Connects lazily: the first call fails when no server answers in time. Writes are acknowledged by the majority and are
 * on disk, reads go to the primary. The server must be a member of a replica set: transactions need one.
 *
 * The driver bounds how long it looks for a server and waits for a connection, not how long a server that is there may
 * take to answer: that is `within` (`deadline.ts`).
 */
export const openMongo = async ({
  url,
  database = DATABASE,
  timeoutMs = patient(TIMEOUT_MS),
}: MongoOptions): Promise<MongoConnection> => {
  const { MongoClient: Client } = await import('mongodb');
  const client = new Client(url, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    socketTimeoutMS: SOCKET_DEADLINES * timeoutMs,
    readPreference: 'primary',
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
    retryReads: true,
    retryWrites: true,
    appName: 'cairn',
    // The driver would import it dynamically, which fails where modules run in a VM (jest), and then tells no server.
    runtimeAdapters: { os },
  });
  const trouble = troubleOf(client);
  let isConnected = false;
  return {
    client,
    database: client.db(namesDatabase(url) ? client.options.dbName : database),
    get address() {
      return addressOf(client);
    },
    connected: async () => {
      if (isConnected) return;
      await client.connect();
      isConnected = true;
    },
    reasonOf: ({ message }) => {
      const [reason] = [...trouble.values()].filter((seen) => !message.includes(seen));
      return reason === undefined ? message : `${message}; ${reason}`;
    },
    close: () => client.close(),
  };
};

/** By server, what the driver met when it last looked at it; nothing for one that answered. */
const troubleOf = (client: MongoClient): ReadonlyMap<string, string> => {
  const trouble = new Map<string, string>();
  client.on('serverHeartbeatFailed', ({ connectionId, failure }) =>
    trouble.set(connectionId, failure.message),
  );
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => trouble.delete(connectionId));
  return trouble;
};

/** By `mongodb+srv://` the hosts are known once the driver has asked for them; until then it is the name that it asks for. */
const addressOf = ({ options: { hosts, srvHost } }: MongoClient): string =>
  hosts.length > 0 ? hosts.map(String).join(',') : (srvHost ?? '');

/** The driver calls the database `test` when the connection string names none. */
const namesDatabase = (url: string): boolean => /^[^:]+:\/\/[^/?]+\/[^?]/.test(url);

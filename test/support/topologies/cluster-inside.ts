import os from 'node:os';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { ErrorLog } from '@cairn/contracts';
import { BSON, type Db, MongoClient } from 'mongodb';
import { filesHolding } from '../files.js';
import { errorRegister, type Inside, type LoggedEvent } from '../inside.js';
import type { EnginesOfCluster } from './running-cluster.js';
import { EventStore } from './event-store.js';

const BUCKET = 'cairn';
const KEPT_IN = [
  ['engines/eventstoredb/', 'log/'],
  ['engines/smtp/', 'mail/'],
  ['engines/s3/', 'blobs/'],
  ['engines/kafka/', 'kafka/'],
] as const;

/** The engines of a cluster. */
export class ClusterInside implements Inside {
  readonly mails: string;
  readonly keepsMails = false;
  readonly #store: EventStore;
  readonly #mongo: MongoClient;

  constructor(
    private readonly engines: EnginesOfCluster,
    private readonly folder: string,
  ) {
    this.mails = engines.smtp.folder ?? '';
    this.#store = new EventStore(engines.eventstoredb.url);
    // The driver would import it dynamically, which fails where modules run in a VM (jest), and then tells no server.
    this.#mongo = new MongoClient(engines.mongodb.url, { runtimeAdapters: { os } });
  }

  events(after = ''): Promise<readonly LoggedEvent[]> {
    return this.#store.events(after);
  }
  head(): Promise<string> {
    return this.#store.head();
  }
  scavenge(): Promise<void> {
    return this.#store.scavenge();
  }
  append(stream: string, data: object, type?: string): Promise<void> {
    return this.#store.append(stream, data, type);
  }

  async sessionKey(): Promise<{ readonly id: string; readonly key: Buffer }> {
    const ring = await this.#mongo
      .db('cairn_vault')
      .collection<{ _id: string; keys: { id: string; sealed: { buffer: Uint8Array } }[] }>('server_keys')
      .findOne({ _id: 'session' });
    const newest = ring?.keys[0];
    if (newest === undefined) throw new Error('the vault has no key for sessions');
    return { id: newest.id, key: Buffer.from(newest.sealed.buffer) };
  }

  async holding(text: string): Promise<readonly string[]> {
    const files = filesHolding(this.folder, text)
      .filter((name) => !name.startsWith('engines/mongodb/'))
      .map((name) => KEPT_IN.reduce((told, [folder, kind]) => told.replace(folder, kind), name));
    const documents = await this.#collectionsHolding('cairn', 'documents', text);
    return [...files, ...documents, ...(await this.#collectionsHolding('cairn_vault', 'vault', text))];
  }

  async blobs(): Promise<readonly string[]> {
    const { url, user = '', password = '' } = this.engines.s3;
    const s3 = new S3Client({
      endpoint: url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: user, secretAccessKey: password },
    });
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    s3.destroy();
    return Contents.map(({ Key = '' }) => Key).sort();
  }

  async countError(error: ErrorLog): Promise<void> {
    const { key, value } = errorRegister(error);
    const registers = this.#mongo.db('cairn').collection<{ _id: string }>('registers');
    const row = {
      value: JSON.stringify(value),
      revision: 1,
      expiresAt: new Date('9999-12-31T23:59:59.999Z'),
    };
    await registers.updateOne({ _id: key }, { $set: row }, { upsert: true });
  }

  dropReadModels(): Promise<void> {
    return this.#drop(isOfReadModels);
  }
  dropRegisters(): Promise<void> {
    return this.#drop(isRegister);
  }

  async close(): Promise<void> {
    await Promise.all([this.#mongo.close(), this.#store.close()]);
  }

  async #collectionsHolding(database: string, kind: string, text: string): Promise<readonly string[]> {
    const holding: string[] = [];
    const collections = await this.#mongo.db(database).collections();
    for (const collection of collections)
      for await (const stored of collection.find({}))
        if (Buffer.from(BSON.serialize(stored)).includes(text)) {
          holding.push(`${kind}/${collection.collectionName}`);
          break;
        }
    return holding;
  }

  async #drop(isDropped: (name: string) => boolean): Promise<void> {
    const database: Db = this.#mongo.db('cairn');
    for (const { name } of await database.listCollections().toArray())
      if (isDropped(name)) await database.dropCollection(name);
  }
}

/** The collections of the generations, and what is recorded of them. */
const isOfReadModels = (name: string): boolean => /^documents_|__v\d+_g\d+$/.test(name);
/** The registers, and the revisions that they were given. */
const isRegister = (name: string): boolean => ['registers', 'register_revisions'].includes(name);

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { createTransport } from 'nodemailer';
import type { EngineName, RunningEngine, StartOptions } from './index.js';
import { startEngine } from './index.js';
import { localKinds } from './local/kinds.js';
import { startLocal } from './local/local-engine.js';
import { freePort } from './process/free-port.js';

/** The smallest use of an engine through its real client: notes that are kept (acknowledged) and read. */
interface Notes {
  write(text: string): Promise<void>;
  read(): Promise<readonly string[]>;
}

const withClosing = async <C, T>(
  client: C,
  close: (client: C) => Promise<unknown>,
  use: (client: C) => Promise<T>,
) => {
  try {
    return await use(client);
  } finally {
    await close(client);
  }
};

const eventstoredb = ({ url }: RunningEngine): Notes => {
  const use = <T>(work: (client: EventStoreDBClient) => Promise<T>) =>
    withClosing(EventStoreDBClient.connectionString(url), (client) => client.dispose(), work);
  return {
    write: (text) =>
      use(async (client) => {
        await client.appendToStream('notes-1', jsonEvent({ type: 'NoteWritten', data: { text } }));
      }),
    read: () =>
      use(async (client) => {
        const texts: string[] = [];
        for await (const { event } of client.readStream('notes-1')) {
          const data: unknown = event?.data;
          if (typeof data === 'object' && data !== null && 'text' in data) texts.push(String(data.text));
        }
        return texts;
      }),
  };
};

const mongodb = ({ url }: RunningEngine): Notes => {
  const use = <T>(work: (client: MongoClient) => Promise<T>) =>
    withClosing(new MongoClient(url, { runtimeAdapters: { os } }), (client) => client.close(), work);
  const notes = (client: MongoClient) => client.db('engines').collection<{ text: string }>('notes');
  return {
    write: (text) =>
      use(async (client) => {
        await notes(client).insertOne({ text }, { writeConcern: { w: 'majority', journal: true } });
      }),
    read: () => use(async (client) => (await notes(client).find().toArray()).map(({ text }) => text)),
  };
};

/** The topic’s name is the note: what is there is told by the cluster’s metadata, which are a log of their own. */
const kafka = ({ url }: RunningEngine): Notes => {
  const client = new Kafka({
    brokers: [url],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 20, retries: 20 },
  });
  const use = <T>(work: (admin: ReturnType<Kafka['admin']>) => Promise<T>) =>
    withClosing(
      client.admin(),
      (admin) => admin.disconnect(),
      async (admin) => {
        await admin.connect();
        return work(admin);
      },
    );
  const encoded = (text: string): string => text.replaceAll(' ', '_');
  return {
    write: async (text) => {
      const producer = client.producer({ idempotent: true });
      await use((admin) => admin.createTopics({ topics: [{ topic: encoded(text), numPartitions: 1 }] }));
      await producer.connect();
      await producer.send({ topic: encoded(text), acks: -1, messages: [{ value: text }] });
      await producer.disconnect();
    },
    read: () =>
      use(async (admin) => {
        const texts: string[] = [];
        for (const topic of await admin.listTopics()) {
          const [partition] = await admin.fetchTopicOffsets(topic);
          if (partition?.high === '1') texts.push(topic.replaceAll('_', ' '));
        }
        return texts;
      }),
  };
};

const s3 = ({ url, user = '', password = '' }: RunningEngine): Notes => {
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: user, secretAccessKey: password },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const Bucket = 'notes';
  return {
    write: async (text) => {
      const { Buckets: buckets = [] } = await client.send(new ListBucketsCommand({}));
      if (buckets.length === 0) await client.send(new CreateBucketCommand({ Bucket }));
      await client.send(new PutObjectCommand({ Bucket, Key: text, Body: text }));
    },
    read: async () => {
      const { Contents: contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return contents.map(({ Key: key = '' }) => key);
    },
  };
};

const smtp = ({ url, folder = '' }: RunningEngine): Notes => ({
  write: async (subject) => {
    await createTransport(url).sendMail({
      from: 'a@example.org',
      to: 'b@example.org',
      subject,
      text: randomUUID(),
    });
  },
  read: async () => {
    const mails = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(mails)).map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1] ?? '');
  },
});

const CLIENTS: Readonly<Record<EngineName, (engine: RunningEngine) => Notes>> = {
  eventstoredb,
  mongodb,
  kafka,
  s3,
  smtp,
};
const notesIn = (engine: RunningEngine): Notes => CLIENTS[engine.name](engine);

/** Engines that somebody else runs are not ours to kill: then those of this machine are looked at. */
const start = (name: EngineName, options: StartOptions = {}): Promise<RunningEngine> =>
  process.env['CAIRN_ENGINES'] === 'external'
    ? startLocal(localKinds[name], options)
    : startEngine(name, options);

describe.each<EngineName>(['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'])('%s', (name) => {
  let engine: RunningEngine;
  let other: RunningEngine;
  beforeAll(async () => {
    [engine, other] = await Promise.all([start(name), start(name)]);
  });
  afterAll(() => Promise.all([engine, other].map((each) => each.stop())));

  it('is another one than that which was started at the same time', async () => {
    expect([engine.name, engine.product]).toEqual([name, other.product]);
    expect(engine.url).not.toBe(other.url);
    await notesIn(engine).write('one');
    await notesIn(other).write('another');
    expect(await notesIn(engine).read()).toEqual(['one']);
    expect(await notesIn(other).read()).toEqual(['another']);
  });

  it('has what it acknowledged after a kill, at the same address', async () => {
    await notesIn(engine).write('before the kill');
    await engine.kill();
    await engine.again();
    expect(await notesIn(engine).read()).toEqual(expect.arrayContaining(['one', 'before the kill']));
    await notesIn(engine).write('after it');
    expect(await notesIn(engine).read()).toContain('after it');
  });

  it('is not started twice on its data', async () => {
    await expect(engine.again()).rejects.toThrow('runs already');
  });

  it('can be frozen and goes on', async () => {
    await engine.signal('SIGSTOP');
    let isWritten = false;
    const written = notesIn(engine)
      .write('while it was frozen')
      .then(() => (isWritten = true));
    await notesIn(other).write('meanwhile');
    expect(isWritten).toBe(false);
    await engine.signal('SIGCONT');
    await written;
    expect(await notesIn(engine).read()).toContain('while it was frozen');
  });

  it('is not taken for another server that has its port', async () => {
    const port = await freePort();
    const foreign = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).listen(port, '127.0.0.1');
    await once(foreign, 'listening');
    await expect(start(name, { port })).rejects.toThrow(/already in use|already allocated|EADDRINUSE/);
    foreign.close();
  });

  it('is gone with its data when it is stopped, also when it is frozen', async () => {
    await engine.signal('SIGSTOP');
    await engine.stop();
    await expect(engine.signal('SIGCONT')).rejects.toThrow();
    expect(engine.folder !== undefined && existsSync(engine.folder)).toBe(false);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pause } from '../../clock/pause.js';
import { START } from '../../base/position.js';
import { hasCode, type MongoConnection, openMongo } from '../../mongodb/index.js';
import { mongoForSpecs } from '../../testkit/mongodb.js';
import { until } from '../../testkit/until.js';
import { increment, MODEL, Projector, put } from '../conformance-store.js';
import type { Documents } from '../port.js';
import { DocumentsUnavailable } from '../port.js';
import { openMongoDocuments } from './documents.js';
import { keyOfGeneration, recordsIn } from './records.js';

const server = mongoForSpecs();

/** So many that the transaction is still open when it has been seen. */
const MANY = 20_000;
const WRITE_CONFLICT = 112;

describe('documents in MongoDB, when a process that applies to them is killed', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const open = async (url: string): Promise<Documents> => {
    const documents = await openMongoDocuments({ url });
    ends.push(() => documents.close());
    return documents;
  };
  const connect = async (url: string): Promise<MongoConnection> => {
    const connection = await openMongo({ url });
    ends.push(() => connection.close());
    return connection;
  };

  /** Whether a transaction has written the checkpoint and is still open. */
  const isHeld = (connection: MongoConnection): Promise<boolean> =>
    connection.client.withSession(async (session) => {
      session.startTransaction();
      try {
        const which = { _id: keyOfGeneration(MODEL, 'live') };
        await recordsIn(connection.database).generations.updateOne(
          which,
          { $inc: { batches: 1 } },
          { session },
        );
        return false;
      } catch (error) {
        if (hasCode(error, WRITE_CONFLICT)) return true;
        throw error;
      } finally {
        await session.abortTransaction();
      }
    });

  /** Starts a process and kills it within its transaction. */
  const leaveBehind = async (url: string, connection: MongoConnection): Promise<void> => {
    const child = spawn(
      process.execPath,
      [
        ...['--conditions=source', '--import', 'tsx'],
        join(__dirname, '../../testkit/applying-process.ts'),
        ...[url, String(MANY)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(__dirname, '../../..') },
    );
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      await until(() => isHeld(connection));
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    expect(child.signalCode).toBe('SIGKILL');
    expect(await isHeld(connection)).toBe(true);
  };

  it('another that was there applies the next batch within two seconds', async () => {
    const url = server.freshDatabase();
    const connection = await connect(url);
    const documents = await open(url);
    await documents.prepare([MODEL]);
    await leaveBehind(url, connection);
    const began = performance.now();
    await new Projector(documents).apply(put({ id: 'kept' }), increment('all', { size: 1 }));
    expect(performance.now() - began).toBeLessThan(2_000);
    await new Projector(documents).apply(increment('all', { size: 1 }));
    expect(await documents.get('things', 'all')).toEqual({ id: 'all', size: 2 });
    expect(await documents.count('things', {}, MANY)).toBe(2);
  });

  it('one that is started makes itself ready and applies within two seconds', async () => {
    const url = server.freshDatabase();
    const connection = await connect(url);
    await (await open(url)).prepare([MODEL]);
    await leaveBehind(url, connection);
    const documents = await open(url);
    const began = performance.now();
    await documents.prepare([MODEL]);
    await new Projector(documents).apply(increment('all', { size: 1 }));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await documents.get('things', 'all')).toEqual({ id: 'all', size: 1 });
    expect(await documents.count('things', {}, MANY)).toBe(1);
  });

  it('two that live end long transactions of each other, and each batch is applied once', async () => {
    const url = server.freshDatabase();
    const [one, other] = [await open(url), await open(url)];
    for (const documents of [one, other]) await documents.prepare([MODEL]);
    const ROUNDS = 3;
    const project = async (documents: Documents, name: string): Promise<void> => {
      const puts = Array.from({ length: 2_000 }, (_, n) => put({ id: `${name}-${n}`, words: [`w${n}`] }));
      for (;;) {
        const from = await documents.checkpoint(MODEL.projection, 'live');
        const round = from === START ? 0 : Number(from);
        if (round >= ROUNDS) return;
        await new Projector(documents)
          .applyAt(from, String(round + 1).padStart(8, '0'), [increment('all', { size: 1 }), ...puts])
          .catch(async (error: unknown) => {
            if (!(error instanceof DocumentsUnavailable)) throw error;
            await pause(5);
          });
      }
    };
    await Promise.all([project(one, 'one'), project(other, 'other')]);
    expect(await one.get('things', 'all')).toEqual({ id: 'all', size: ROUNDS });
  });
});

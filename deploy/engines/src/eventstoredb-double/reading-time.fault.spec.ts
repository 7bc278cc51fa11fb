import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { END, type EventStoreDBClient } from '@eventstore/db-client';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { faultsFrom } from './fault-request.js';
import type { ProposedEvent } from './log/event.js';
import { EventLog } from './log/event-log.js';
import { RELEASES } from './release.js';
import { clientOf, eventNamed, Listener, typesOf, WireListener } from './testing.js';

const STALL_MS = 300;

describe.each(RELEASES)('the time that reading from the double as %s takes', (release) => {
  let double: EventStoreDbDouble;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    double = await startEventStoreDbDouble({ release });
    client = clientOf(double);
    await client.appendToStream('s', eventNamed('a'));
  });
  afterEach(async () => {
    await client.dispose();
    await double.stop();
  });

  const stall = (): void => {
    for (const fault of faultsFrom({ kind: 'stall-reads', ms: STALL_MS })) double.faults.add(fault);
  };
  const since = async (start: number, what: Promise<unknown>): Promise<number> => {
    await what;
    return performance.now() - start;
  };

  it('while reads are stalled: they wait, and so do subscriptions, but appends go on', async () => {
    const live = new Listener(client.subscribeToStream('s', { fromRevision: END }));
    await live.until('caught up');
    stall();
    expect(double.faults.list()).toEqual([{ kind: 'stall-reads', ms: expect.any(Number) }]);
    const start = performance.now();
    const waiting = new Listener(client.subscribeToStream('s'));
    const reads = [
      typesOf(client.readStream('s')),
      typesOf(client.readAll({ direction: 'backwards', fromPosition: END, maxCount: 1 })),
      waiting.until('caught up'),
    ].map((each) => since(start, each));
    const append = await since(start, client.appendToStream('s', eventNamed('b')));
    const told = await since(start, live.until('b'));
    for (const read of await Promise.all(reads)) expect(read).toBeGreaterThanOrEqual(STALL_MS - 10);
    expect(Math.max(append, told)).toBeLessThan(Math.min(...(await Promise.all(reads))));
    expect(double.faults.list()).toEqual([]);
    await Promise.all([live, waiting].map(({ subscription }) => subscription.unsubscribe()));
  });

  it('while reads are stalled: until that is taken back', async () => {
    double.faults.add({ kind: 'stall-reads', ms: 60_000 });
    const read = typesOf(client.readStream('s'));
    double.faults.clear();
    expect(await read).toEqual(['a']);
  });

  describe('of a long scan that finds nothing lets other calls in', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
      await client.dispose();
      await double.stop();
      const file = join(folder, 'events.log');
      await writeLong(file);
      double = await startEventStoreDbDouble({ release, file });
      client = clientOf(double);
    });
    afterEach(() => rm(folder, { recursive: true }));

    it.each([
      ['a subscription', {}, (scan: WireListener) => scan.until('caught up')],
      ['a read', { count: 1 }, (scan: WireListener) => scan.ended],
    ])('%s', async (_what, how, end) => {
      const scan = new WireListener(double, { prefix: 'nothing', window: 1_000_000, ...how });
      let isOver = false;
      const over = end(scan).then(() => (isOver = true));
      let others = 0;
      while (!isOver) {
        expect(await typesOf(client.readStream('short'))).toEqual(['a']);
        others += 1;
      }
      await over;
      scan.close();
      expect(others).toBeGreaterThan(5);
    });
  });
});

/** A log of 100,000 events and one more. */
const writeLong = async (file: string): Promise<void> => {
  const log = await EventLog.open(file);
  for (let group = 0; group < 20; group += 1)
    await log.append('long', 'any', Array.from({ length: 5_000 }, proposed));
  await log.append('short', 'any', [proposed()]);
  await log.close();
};

const proposed = (): ProposedEvent => ({
  id: randomUUID(),
  type: 'a',
  contentType: 'application/json',
  metadata: new Uint8Array(),
  data: Buffer.from('{}'),
});

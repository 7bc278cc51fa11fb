import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blobs, BlobsUnavailable, openDiskBlobs } from '../blobs/index.js';
import { LARGE_PAYLOAD_BYTES, openSqliteEventLog, withLargePayloads } from '../eventlog/index.js';
import { type EventLog, RecordDamaged } from '../eventlog/port.js';
import { openDatabase } from '../sqlite/index.js';
import { CounterWriter, counterEvent as event } from '../testkit/counter-writer.js';
import { CounterAdded, counters, CounterMade, CounterNamed } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded, until } from '../testkit/index.js';
import { type Policy, PolicyRunner } from './policy.js';
import type { Projection } from '../projection/projection.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';
import { lagBehind } from './waiting.js';

/** A log of which one record is not what was written: what its stream cannot do, all others can (R11, R14). */
describe('reactions to a log with a damaged record', () => {
  let engines: Embedded;
  let blobs: Blobs;
  let log: EventLog;
  let writer: CounterWriter;
  let stop: AbortController;
  let running: Promise<unknown>[];

  const open = (): EventLog =>
    withLargePayloads(openSqliteEventLog({ path: join(engines.folder, 'log.db') }), blobs);
  /** Changes stored records as no release does, and opens the log again, so that they are read from the file. */
  const damage = async (change: string): Promise<void> => {
    await log.close();
    const file = openDatabase(join(engines.folder, 'log.db'), { synchronous: 'FULL' });
    expect(file.prepare(change).run()).toBe(1);
    file.close();
    log = open();
  };
  const project = async (projection: Projection = counters): Promise<Projector> => {
    await engines.documents.prepare([readModelOf(projection)]);
    const projector = new Projector({
      ...engines,
      log,
      projection,
      target: documentsTarget(engines.documents, projection.name),
      categories: ['counter'],
    });
    projector.start(stop.signal);
    running.push(projector.stopped());
    return projector;
  };
  /** What a policy reacted to: counters and revisions. */
  const react = (): readonly string[] => {
    const reacted: string[] = [];
    const policy: Policy = {
      name: 'kernel.spec',
      categories: ['counter'],
      events: [CounterMade, CounterAdded, CounterNamed],
      react: async ({ id, revision }) => void reacted.push(`${id}@${revision.toString()}`),
    };
    running.push(new PolicyRunner({ ...engines, log, policy }).run(stop.signal));
    return reacted;
  };
  const stopped = async (): Promise<void> => {
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
    running = [];
  };
  const caughtUp = async (projector: Projector): Promise<void> =>
    expect(await projector.reached(await log.head(), 2_000)).toBe(true);
  const sumOf = async (id: string): Promise<unknown> =>
    (await engines.documents.get('counters', id))?.['sum'];
  const parkedBy = (projector: Projector) =>
    projector.parked.map(({ stream, revision }) => [stream, revision]);

  beforeEach(async () => {
    engines = openEmbedded();
    await engines.log.close();
    blobs = await openDiskBlobs({ folder: join(engines.folder, 'blobs') });
    log = open();
    writer = new CounterWriter(log);
    stop = new AbortController();
    running = [];
    await writer.append('a', event('made', { owner: 'o' }), event('added', { by: 1 }));
    await writer.append('b', event('made', { owner: 'o' }), event('added', { by: 2 }));
    await writer.append('a', event('added', { by: 10 }));
    await writer.append('a', event('added', { by: 100 }));
    await writer.append('b', event('added', { by: 20 }));
  });
  afterEach(async () => {
    await stopped();
    await log.close();
    await engines.remove();
  });

  it('R14: a projection parks the stream of the record, and the others go on', async () => {
    await damage(`UPDATE events SET data = replace(data, '10', '11') WHERE position = 5`);
    const projector = await project();
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual([['counter-a', '2']]);
    expect(projector.parked[0]).toMatchObject({
      type: 'kernel.counter.added.v1',
      reason: expect.stringMatching(/counter-a at revision 2: .* not what was written/) as string,
    });
    expect([await sumOf('a'), await sumOf('b')]).toEqual([1, 22]);
    await expect(log.read('counter-a')).rejects.toThrow(RecordDamaged);
    expect(await lagBehind({ log, categories: ['counter'] }, '')).toMatchObject({ events: 7 });
  });

  it('R14: a stream stays parked while it cannot be read, and goes on once it was mended', async () => {
    await damage(`UPDATE events SET data = replace(data, '10', '11') WHERE position = 5`);
    const projector = await project();
    await caughtUp(projector);
    expect((await projector.replay()).map(({ stream }) => stream)).toEqual(['counter-a']);
    await stopped();
    await damage(`UPDATE events SET data = replace(data, '11', '10') WHERE position = 5`);
    const again = await project();
    await caughtUp(again);
    expect(parkedBy(again)).toEqual([['counter-a', '2']]);
    expect(await again.replay()).toEqual([]);
    expect([await sumOf('a'), await sumOf('b')]).toEqual([111, 22]);
  });

  it('R14: a rebuild parks the stream of the record too', async () => {
    const projector = await project();
    await caughtUp(projector);
    await stopped();
    await damage(`UPDATE events SET metadata = replace(metadata, 'user', 'kser') WHERE position = 2`);
    const again = await project();
    await again.rebuild(stop.signal);
    await until(async () => again.parked.length > 0, 5_000);
    expect(parkedBy(again)).toEqual([['counter-a', '1']]);
    expect([await sumOf('a'), await sumOf('b')]).toEqual([0, 22]);
  });

  it('R14: a policy puts the record aside, and reacts to it and what follows once it was mended', async () => {
    await damage(`UPDATE events SET data = replace(data, '10', '11') WHERE position = 5`);
    const reacted = react();
    await until(async () => reacted.length === 5, 5_000);
    const aside = await engines.registers.list('parked:policy:kernel.spec:');
    expect(aside.map(({ value }) => value)).toEqual([
      expect.objectContaining({ stream: 'counter-a', revision: '2' }),
    ]);
    await stopped();
    await damage(`UPDATE events SET data = replace(data, '11', '10') WHERE position = 5`);
    const again = react();
    await until(async () => (await engines.registers.list('parked:policy:kernel.spec:')).length === 0, 5_000);
    expect(again).toEqual(['a@2', 'a@3']);
  });

  it('R14: an event that today’s release cannot upcast parks its stream', async () => {
    const upcast = (): never => {
      throw new Error('nobody knows such a shape');
    };
    await writer.append('c', { ...event('made', {}), type: 'kernel.counter.made.v0' });
    await writer.append('d', event('made', { owner: 'o' }), event('added', { by: 3 }));
    const upcasts = { 'kernel.counter.made.v0': { name: 'CounterMade', upcast } };
    const projector = await project({ ...(counters as Projection), upcasts });
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual([['counter-c', '0']]);
    expect(await sumOf('d')).toBe(3);
  });

  it('R14: personal data that were not sealed under their subject’s key park their stream', async () => {
    await engines.vault.keyFor('p');
    await writer.append('a', event('named', { person: 'p', name: { encrypted: 'eA==' } }));
    await writer.append('b', event('added', { by: 3 }));
    const projector = await project();
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual([['counter-a', '4']]);
    expect(await sumOf('b')).toBe(25);
  });

  it('waits for a vault that cannot be asked, and parks nothing', async () => {
    await engines.vault.keyFor('p');
    await writer.append('a', event('named', { person: 'p', name: 'Ada' }));
    await writer.append('a', event('named', { person: 'p', name: { encrypted: 'eA==' } }));
    let asked = 0;
    const find = jest.spyOn(engines.vault, 'findKey').mockImplementation(async () => {
      asked += 1;
      throw new Error('sealed by another secret');
    });
    const projector = await project();
    await until(async () => asked > 2, 5_000);
    expect(projector.parked).toEqual([]);
    find.mockRestore();
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual([['counter-a', '5']]);
  });

  describe('whose data are in a blob', () => {
    const large = { owner: 'x'.repeat(LARGE_PAYLOAD_BYTES) };

    it('R14: a blob that is missing parks its stream', async () => {
      await writer.append('large', event('made', large), event('added', { by: 7 }));
      await writer.append('b', event('added', { by: 3 }));
      await rm(join(engines.folder, 'blobs'), { recursive: true });
      const projector = await project();
      await caughtUp(projector);
      expect(parkedBy(projector)).toEqual([['counter-large', '0']]);
      expect(projector.parked[0]?.reason).toMatch(/counter-large at revision 0: its blob .* is missing/);
      expect(await sumOf('b')).toBe(25);
    });

    it('waits for blobs that cannot be reached, and parks nothing', async () => {
      await writer.append('large', event('made', large), event('added', { by: 7 }));
      let asked = 0;
      const opened = jest.spyOn(blobs, 'open').mockImplementation(async () => {
        asked += 1;
        throw new BlobsUnavailable('away');
      });
      const projector = await project();
      await until(async () => asked > 2, 5_000);
      expect(projector.parked).toEqual([]);
      opened.mockRestore();
      await caughtUp(projector);
      expect([projector.parked, await sumOf('large')]).toEqual([[], 7]);
    });
  });
});

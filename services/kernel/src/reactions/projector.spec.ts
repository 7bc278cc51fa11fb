import type { Document, Documents } from '../documents/port.js';
import { type Position, START } from '../base/position.js';
import type { EventLog, EventToAppend, Expected } from '../eventlog/port.js';
import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import type { Projection } from '../projection/projection.js';
import { removals } from './removing.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

describe('a projector', () => {
  let engines: Embedded;
  let stop: AbortController;
  let running: Projector[];

  const start = (documents: Documents = engines.documents, projection: Projection = counters): Projector => {
    const projector = new Projector({
      ...engines,
      projection,
      target: documentsTarget(documents, projection.name),
      categories: ['counter'],
    });
    projector.start(stop.signal);
    running.push(projector);
    return projector;
  };
  const append = async (stream: string, expected: Expected, ...events: EventToAppend[]) => {
    const outcome = await engines.log.append({ stream: `counter-${stream}`, expected, events });
    if (outcome.status === 'conflict') throw new Error('the spec expected no conflict');
    return outcome;
  };
  const counted = async (id: string): Promise<Document['sum']> =>
    (await engines.documents.get('counters', id))?.['sum'];
  const head = (): Promise<Position> => engines.log.head();

  beforeEach(async () => {
    engines = openEmbedded();
    stop = new AbortController();
    running = [];
    await engines.documents.prepare([readModelOf(counters)]);
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running.map((projector) => projector.stopped()));
    await engines.remove();
  });

  it('makes the documents of what was there and of what comes', async () => {
    const { tip } = await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    const projector = start();
    await append('a', tip, event('added', { by: 3 }));
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await counted('a')).toBe(5);
    expect(await counted('all')).toBe(5);
  });

  it('tells of each event its command, and what is needed to read its stream on', async () => {
    const marked: Projection = {
      ...(counters as Projection),
      project: (_, { revision, hash, command }) => [
        {
          kind: 'put',
          collection: 'counters',
          document: { id: revision.toString(), revision: revision.toString(), hash, command },
        },
      ],
    };
    await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    expect(await start(engines.documents, marked).reached(await head(), 5000)).toBe(true);
    const [made, added] = await engines.log.read('counter-a');
    const seen = await engines.documents.get('counters', '0');
    const after = { revision: 0n, hash: seen?.['hash'] as string };
    expect(await engines.log.read('counter-a', { after })).toEqual([added]);
    expect(seen?.['command']).toBe(made!.metadata.command);
  });

  it('begins at the start where 2^64−1 was kept, which EventStoreDB 24 answers when it has no position', async () => {
    const kept = { generation: 'live', from: START, to: '18446744073709551615', changes: [] } as const;
    await documentsTarget(engines.documents, counters.name).apply(kept);
    await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    const projector = start();
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await counted('a')).toBe(2);
  });

  it('law 2: has reached what is of other categories, as far as the log goes', async () => {
    await append('a', NO_STREAM, event('made', { owner: 'o' }));
    const projector = start();
    expect(await projector.reached(await head(), 5000)).toBe(true);
    const others = await engines.log.append({
      stream: 'other-a',
      expected: NO_STREAM,
      events: [event('made', { owner: 'o' })],
    });
    expect(others.status).toBe('appended');
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await projector.reached('9999999999999999', 50)).toBe(false);
  });

  it('law 2: has reached what it projected while the log was asked', async () => {
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const documents = Object.create(engines.documents) as Documents;
    documents.apply = async (batch) => {
      await held;
      return engines.documents.apply(batch);
    };
    const log = Object.create(engines.log) as EventLog;
    log.readAll = async (options) => {
      const found = await engines.log.readAll(options);
      go();
      await until(async () => projector.position === found.position);
      return found;
    };
    log.subscribe = (options) => engines.log.subscribe(options);
    const projector = new Projector({
      ...engines,
      log,
      target: documentsTarget(documents, counters.name),
      projection: counters,
      categories: ['counter'],
    });
    projector.start(stop.signal);
    running.push(projector);
    await append('a', NO_STREAM, event('made', { owner: 'o' }));
    const began = Date.now();
    expect(await projector.reached(await head(), 5_000)).toBe(true);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('law 2: tells those who wait that the time is over', async () => {
    expect(await start().reached('9999999999999999', 20)).toBe(false);
  });

  it('law 1: two rivals on one read model count everything exactly once', async () => {
    const rivals = [start(), start()];
    for (let index = 0; index < 50; index += 1)
      await append(
        `s${index.toString()}`,
        NO_STREAM,
        event('made', { owner: 'o' }),
        event('added', { by: 1 }),
      );
    for (const rival of rivals) expect(await rival.reached(await head(), 10_000)).toBe(true);
    expect(await counted('all')).toBe(50);
  });

  it('law 1: counts exactly when the store loses the answers of commits', async () => {
    let calls = 0;
    const unsure = Object.create(engines.documents) as Documents;
    unsure.apply = async (batch) => {
      const outcome = await engines.documents.apply(batch);
      calls += 1;
      if (calls % 2 === 1) throw new Error('no answer came');
      return outcome;
    };
    const projector = start(unsure);
    for (let index = 0; index < 6; index += 1)
      await append(
        `s${index.toString()}`,
        NO_STREAM,
        event('made', { owner: 'o' }),
        event('added', { by: 1 }),
      );
    expect(await projector.reached(await head(), 10_000)).toBe(true);
    expect(await counted('all')).toBe(6);
    expect(calls).toBeGreaterThan(0);
  });

  it('law 1: goes on from its checkpoint', async () => {
    await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    await start().reached(await head(), 5000);
    stop.abort();
    await running[0]!.stopped();
    expect(await engines.documents.checkpoint(counters.name, 'live')).toBe(await head());
    stop = new AbortController();
    await append('b', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 1 }));
    await start().reached(await head(), 5000);
    expect(await counted('all')).toBe(3);
  });

  it('R14: a poison event parks its stream, what comes to that stream waits, all else goes on', async () => {
    const projector = start();
    const { tip } = await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 666 }));
    await append('a', tip, event('added', { by: 4 }));
    await append('b', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 1 }));
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await counted('a')).toBe(0);
    expect(await counted('b')).toBe(1);
    expect(projector.parked).toEqual([
      {
        stream: 'counter-a',
        revision: '1',
        event_id: expect.any(String),
        type: 'kernel.counter.added.v1',
        position: expect.any(String),
        reason: 'a poison event',
        parked_at: expect.any(String),
      },
    ]);
    expect(projector.isParked('counter-a')).toBe(true);
  });

  it('R14: knows after a restart what is parked, and catches up once the reason is mended', async () => {
    const { tip } = await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 666 }));
    await append('a', tip, event('added', { by: 4 }));
    await start().reached(await head(), 5000);
    stop.abort();
    await running[0]!.stopped();
    stop = new AbortController();
    const mended: Projection = {
      ...(counters as Projection),
      project: (happened, facts) => {
        const { by } = happened.data as { by?: number };
        return counters.project(
          (by === 666 ? { type: 'CounterAdded', data: { by: 1000 } } : happened) as never,
          facts,
        );
      },
    };
    const projector = start(engines.documents, mended);
    await projector.reached(await head(), 5000);
    expect(projector.parked).toHaveLength(1);
    expect(await projector.replay()).toEqual([]);
    expect(await counted('a')).toBe(1004);
    expect(await counted('all')).toBe(1004);
  });

  it('law 6: removes documents where it stands, and goes on from there', async () => {
    const projector = start();
    const { tip } = await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    await append('b', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 3 }));
    await projector.reached(await head(), 5000);
    expect(await projector.remove(removals(engines.documents, 'counters', ['a', 'nothing']))).toBe(true);
    expect(await counted('a')).toBeUndefined();
    await append('a', tip, event('added', { by: 4 }));
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await counted('b')).toBe(3);
    expect(await counted('all')).toBe(9);
  });

  it('law 1: removes nothing when another has gone further, nor after its end', async () => {
    await append('a', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 2 }));
    const target = documentsTarget(engines.documents, counters.name);
    const idle = new Projector({ ...engines, projection: counters, categories: ['counter'], target });
    const projector = start();
    await projector.reached(await head(), 5000);
    expect(await idle.remove(removals(engines.documents, 'counters', ['a']))).toBe(false);
    stop.abort();
    await projector.stopped();
    expect(await projector.remove(removals(engines.documents, 'counters', ['a']))).toBe(false);
    expect(await counted('a')).toBe(2);
  });

  it('law 1: a rebuild makes the same documents while the live ones are read and written (R5)', async () => {
    const projector = start();
    for (let index = 0; index < 30; index += 1)
      await append(
        `s${index.toString()}`,
        NO_STREAM,
        event('made', { owner: 'o' }),
        event('added', { by: 1 }),
      );
    await projector.reached(await head(), 5000);
    const rebuilt = projector.rebuild(stop.signal);
    await append('late', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 5 }));
    await rebuilt;
    await append('later', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 7 }));
    expect(await projector.reached(await head(), 5000)).toBe(true);
    expect(await counted('all')).toBe(42);
    expect(await counted('later')).toBe(7);
  });

  it('starts from nothing when its documents were thrown away', async () => {
    expect(await engines.documents.checkpoint(counters.name, 'live')).toBe(START);
  });
});

import type { Change, ChangeBatch, Documents } from '../documents/port.js';
import { CounterWriter, counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { MOST_BYTES, MOST_CHANGES } from './chunk.js';
import type { Projection } from '../projection/projection.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

/** Events that make many changes, or large ones: what one transaction holds is bounded all the same. */
describe('a projector of events that change much', () => {
  let engines: Embedded;
  let stop: AbortController;
  let running: Projector[];
  let applied: ChangeBatch[];
  /** What the next `apply` does instead. */
  let fails: (batch: ChangeBatch) => boolean;

  /** Adds one to the counter and to the one of all, so often as the event says. */
  const adding = (change: (n: number) => Change): Projection => ({
    ...(counters as Projection),
    project: ({ type, data }) =>
      type === 'CounterAdded'
        ? Array.from({ length: (data as { readonly by: number }).by }, (_, n) => change(n))
        : [],
  });
  const counting = adding(() => ({ kind: 'increment', collection: 'counters', id: 'all', by: { sum: 1 } }));
  const project = async (projection: Projection): Promise<Projector> => {
    await engines.documents.prepare([readModelOf(projection)]);
    const documents = Object.create(engines.documents) as Documents;
    documents.apply = async (batch) => {
      if (fails(batch)) throw new Error('no answer came');
      applied.push(batch);
      return engines.documents.apply(batch);
    };
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
  const caughtUp = async (projector: Projector): Promise<void> =>
    expect(await projector.reached(await engines.log.head(), 20_000)).toBe(true);
  const sum = async (): Promise<unknown> => (await engines.documents.get('counters', 'all'))?.['sum'];
  const sizes = (): number[] => applied.map(({ changes }) => changes.length).filter((size) => size > 0);

  beforeEach(() => {
    engines = openEmbedded();
    stop = new AbortController();
    [running, applied, fails] = [[], [], () => false];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running.map((projector) => projector.stopped()));
    await engines.remove();
  });
  const added = (...by: readonly number[]): Promise<void> =>
    new CounterWriter(engines.log).append('a', ...by.map((one) => event('added', { by: one })));

  it('law 1: makes so many changes in one transaction and no more, each with its checkpoint', async () => {
    const most = MOST_CHANGES / 4;
    await added(...Array.from({ length: 10 }, () => most));
    await caughtUp(await project(counting));
    expect(sizes()).toEqual([MOST_CHANGES, MOST_CHANGES, 2 * most]);
    expect(applied.map(({ from }) => from)).toEqual(['', ...applied.slice(0, -1).map(({ to }) => to)]);
    expect(applied.map(({ to }) => Number(to))).toEqual([4, 8, 10]);
    expect(await sum()).toBe(10 * most);
  });

  it('law 1: makes the changes of one event in one transaction, however many they are', async () => {
    await added(1, 2 * MOST_CHANGES, 1);
    await caughtUp(await project(counting));
    expect(sizes()).toEqual([1, 2 * MOST_CHANGES, 1]);
    expect(await sum()).toBe(2 * MOST_CHANGES + 2);
  });

  it('law 1: goes on from the last portion that was applied', async () => {
    let failures = 0;
    fails = ({ to }) => Number(to) > 4 && (failures += 1) === 1;
    await added(...Array.from({ length: 10 }, () => MOST_CHANGES / 4));
    await caughtUp(await project(counting));
    expect(applied.map(({ to }) => Number(to))).toEqual([4, 8, 10]);
    expect(await sum()).toBe(10 * (MOST_CHANGES / 4));
  });

  it('makes documents of so many bytes in one transaction and no more', async () => {
    const text = 'x'.repeat(MOST_BYTES / 60);
    const large = adding((n) => ({
      kind: 'put',
      collection: 'counters',
      document: { id: n.toString(), text },
    }));
    await added(...Array.from({ length: 40 }, () => 1));
    await caughtUp(await project(large));
    expect(sizes().length).toBeGreaterThan(3);
    expect(sizes().reduce((all, some) => all + some, 0)).toBe(40);
  });

  it('R14: parks what is refused or cannot be projected in any portion', async () => {
    const poison = adding((n) => {
      if (n === MOST_CHANGES / 2) throw new Error('a poison event');
      return { kind: 'increment', collection: 'counters', id: 'all', by: { sum: 1 } };
    });
    const writer = new CounterWriter(engines.log);
    for (const id of ['a', 'b', 'c']) await writer.append(id, event('added', { by: MOST_CHANGES / 2 }));
    await writer.append('b', event('added', { by: MOST_CHANGES }), event('added', { by: 1 }));
    await writer.append('c', event('added', { by: 5 }));
    const projector = await project(poison);
    await caughtUp(projector);
    expect(projector.parked.map(({ stream, revision }) => [stream, revision])).toEqual([['counter-b', '1']]);
    expect(await sum()).toBe(3 * (MOST_CHANGES / 2) + 5);
  });

  /** A projector with a parked stream of ten events, whose reason is gone. */
  const parkedAndMended = async (): Promise<Projector> => {
    let isMended = false;
    const mending = adding((n) => {
      if (n === 0 && !isMended) throw new Error('a poison event');
      return { kind: 'increment', collection: 'counters', id: 'all', by: { sum: 1 } };
    });
    await added(...Array.from({ length: 10 }, () => MOST_CHANGES / 4));
    const projector = await project(mending);
    await caughtUp(projector);
    isMended = true;
    return projector;
  };

  it('R14: replays a parked stream in portions', async () => {
    const projector = await parkedAndMended();
    applied = [];
    expect(await projector.replay()).toEqual([]);
    expect(Math.max(...sizes())).toBeLessThanOrEqual(MOST_CHANGES + 1);
    expect(sizes()).toHaveLength(3);
    expect(await sum()).toBe(10 * (MOST_CHANGES / 4));
  });

  it('R14: a replay that ends in the middle goes on there', async () => {
    const projector = await parkedAndMended();
    let left = 1;
    fails = () => (left -= 1) < 0;
    await expect(projector.replay()).rejects.toThrow('no answer came');
    expect(projector.parked).toMatchObject([{ stream: 'counter-a', revision: '4' }]);
    fails = () => false;
    expect(await projector.replay()).toEqual([]);
    expect(await sum()).toBe(10 * (MOST_CHANGES / 4));
  });

  it('R14: a replay of a long stream waits where it is refused again', async () => {
    const refused = new Set([2, 3]);
    const refusing: Projection = {
      ...(counters as Projection),
      project: ({ data }) => {
        if (refused.has((data as { readonly by: number }).by)) throw new Error('refused');
        return [{ kind: 'increment', collection: 'counters', id: 'all', by: { sum: 1 } }];
      },
    };
    const ones = Array.from({ length: 300 }, () => 1);
    await added(2, ...ones, 3, ...ones);
    const projector = await project(refusing);
    await caughtUp(projector);
    refused.delete(2);
    expect(await projector.replay()).toMatchObject([{ stream: 'counter-a', revision: '301' }]);
    expect(await sum()).toBe(301);
    refused.clear();
    expect(await projector.replay()).toEqual([]);
    expect(await sum()).toBe(602);
  });
});

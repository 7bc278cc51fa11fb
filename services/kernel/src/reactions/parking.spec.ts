import { type Document, type Documents, DocumentsUnavailable } from '../documents/port.js';
import { type EventToAppend, type Expected, NO_STREAM } from '../eventlog/port.js';
import { pause } from '../clock/pause.js';
import { counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { documentsTarget, parkedCollection } from '../targets/index.js';
import type { Projection } from '../projection/projection.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

/** No two counters of one owner: the store refuses the second. */
const ofOneOwner: Projection = {
  ...(counters as Projection),
  collections: [{ name: 'counters', indexes: [{ kind: 'compound', fields: ['owner'], unique: true }] }],
};

describe('a projector that stumbles', () => {
  let engines: Embedded;
  let stop: AbortController;
  let running: Projector[];

  const start = (projection: Projection, documents = engines.documents): Projector => {
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
  const started = async (projection: Projection, documents = engines.documents): Promise<Projector> => {
    await engines.documents.prepare([readModelOf(projection)]);
    return start(projection, documents);
  };
  const append = async (stream: string, expected: Expected, ...events: EventToAppend[]) => {
    const outcome = await engines.log.append({ stream: `counter-${stream}`, expected, events });
    if (outcome.status === 'conflict') throw new Error('the spec expected no conflict');
    return outcome;
  };
  const caughtUp = async (projector: Projector): Promise<void> =>
    expect(await projector.reached(await engines.log.head(), 5_000)).toBe(true);
  const parkedBy = (projector: Projector): string[] => projector.parked.map(({ stream }) => stream).sort();
  const stored = async (): Promise<string[]> => {
    const options = { filter: {}, sort: 'parked_at', limit: 10 };
    const found = await engines.documents.find(parkedCollection(counters.name).name, options);
    return found.map(({ id }) => id).sort();
  };
  const counted = async (id: string): Promise<Document['sum']> =>
    (await engines.documents.get('counters', id))?.['sum'];
  /** The documents, of which an `apply` does something else. */
  const applying = (apply: Documents['apply']): Documents =>
    Object.assign(Object.create(engines.documents) as Documents, { apply });

  beforeEach(() => {
    engines = openEmbedded();
    stop = new AbortController();
    running = [];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running.map((projector) => projector.stopped()));
    await engines.remove();
  });

  it('R14: parks what cannot be projected although the store refuses something else of the batch', async () => {
    await append('a', NO_STREAM, event('made', { owner: 'x' }));
    await append('poison', NO_STREAM, event('made', { owner: 'p' }), event('added', { by: 666 }));
    await append('b', NO_STREAM, event('made', { owner: 'x' }));
    const projector = await started(ofOneOwner);
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual(['counter-b', 'counter-poison']);
    expect(await stored()).toEqual(['counter-b', 'counter-poison']);
    expect(await counted('poison')).toBe(0);
  });

  it('R14: keeps a stream parked that the store refuses in a replay again', async () => {
    await append('a', NO_STREAM, event('made', { owner: 'x' }));
    const { tip } = await append('b', NO_STREAM, event('made', { owner: 'x' }));
    const projector = await started(ofOneOwner);
    await caughtUp(projector);
    expect((await projector.replay()).map(({ stream }) => stream)).toEqual(['counter-b']);
    await append('b', tip, event('added', { by: 5 }));
    await caughtUp(projector);
    expect(parkedBy(projector)).toEqual(['counter-b']);
    expect(await counted('all')).toBeUndefined();
  });

  it('R14: keeps what a rebuild has parked when the store is away for a moment', async () => {
    const { tip } = await append('x', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 666 }));
    await append('y', NO_STREAM, event('made', { owner: 'o' }), event('added', { by: 1 }));
    await append('x', tip, event('added', { by: 5 }));
    let batches = 0;
    const documents = applying(async (batch) => {
      if (batch.generation === 'next') batches += 1;
      if (batch.generation === 'next' && batches === 3) throw new DocumentsUnavailable('a moment');
      return engines.documents.apply(batch);
    });
    const subscribe = engines.log.subscribe.bind(engines.log);
    jest
      .spyOn(engines.log, 'subscribe')
      .mockImplementation((options) => subscribe({ ...options, maxBatch: 1 }));
    const projector = await started(counters, documents);
    await caughtUp(projector);
    await projector.rebuild(stop.signal);
    await caughtUp(projector);
    expect(batches).toBeGreaterThan(3);
    expect([parkedBy(projector), await stored()]).toEqual([['counter-x'], ['counter-x']]);
    expect(await counted('all')).toBe(1);
  });

  it('ends a rebuild that cannot go on', async () => {
    let batches = 0;
    const documents = applying(async (batch) => {
      if (batch.generation === 'live') return engines.documents.apply(batch);
      batches += 1;
      await pause(100);
      return engines.documents.apply(batch);
    });
    const { tip } = await append('a', NO_STREAM, event('made', { owner: 'o' }));
    const projector = await started(counters, documents);
    await caughtUp(projector);
    documents.promoteNext = () => Promise.reject(new DocumentsUnavailable('away'));
    await expect(projector.rebuild(stop.signal)).rejects.toThrow(DocumentsUnavailable);
    const before = batches;
    await append('a', tip, event('added', { by: 1 }));
    await caughtUp(projector);
    await pause(100);
    expect(batches).toBe(before);
  });

  it('R14: lets who looks on know of a replay, also when nothing else happens', async () => {
    let isMended = false;
    const refusing: Projection = {
      ...(counters as Projection),
      project: (recorded, facts) => {
        if (!isMended) throw new Error('refused');
        return (counters as Projection).project(recorded, facts);
      },
    };
    const leading = await started(refusing);
    const onlooker = new Projector({
      ...engines,
      projection: refusing,
      target: documentsTarget(engines.documents, refusing.name),
      categories: ['counter'],
    });
    await append('a', NO_STREAM, event('made', { owner: 'o' }));
    await until(async () => {
      await onlooker.lookOn();
      return onlooker.isParked('counter-a');
    }, 5_000);
    isMended = true;
    expect(await leading.replay()).toEqual([]);
    await until(async () => {
      await onlooker.lookOn();
      return !onlooker.isParked('counter-a');
    }, 5_000);
    expect(onlooker.position).toBe(leading.position);
  });

  it('ends in order although its last checkpoint cannot be written', async () => {
    let isAway = false;
    const documents = applying((batch) =>
      isAway ? Promise.reject(new DocumentsUnavailable('away')) : engines.documents.apply(batch),
    );
    const projector = await started(counters, documents);
    await append('a', NO_STREAM, event('made', { owner: 'o' }));
    await caughtUp(projector);
    isAway = true;
    await append('b', NO_STREAM, { ...event('made', {}), type: 'kernel.counter.of-another-release.v1' });
    await caughtUp(projector);
    stop.abort();
    await projector.stopped();
    expect(projector.state).toBe('stopped');
  });

  it('applies an event that changes more documents than a call takes arguments', async () => {
    const documents = 200_000;
    const many: Projection = {
      ...(counters as Projection),
      project: () =>
        Array.from({ length: documents }, () => ({
          kind: 'increment' as const,
          collection: 'counters',
          id: 'all',
          by: { sum: 1 },
        })),
    };
    const projector = await started(many);
    await append('a', NO_STREAM, event('made', { owner: 'o' }));
    expect(await projector.reached(await engines.log.head(), 20_000)).toBe(true);
    expect(await counted('all')).toBe(documents);
  });
});

import { type Append, NO_STREAM } from '../eventlog/port.js';
import { counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { MOST_PARKED } from './parking.js';
import type { Projection } from '../projection/projection.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

/** A release that can project hardly anything: no poison event, but a bug. */
describe('a projector that would park more streams than it may', () => {
  const STREAMS = MOST_PARKED + 500;
  let engines: Embedded;
  let stop: AbortController;
  let isMended: boolean;
  let projector: Projector;

  const projection: Projection = {
    ...(counters as Projection),
    project: (recorded, facts) => {
      if (!isMended && recorded.type === 'CounterMade') throw new Error('a bug');
      return (counters as Projection).project(recorded, facts);
    },
  };
  const start = (): void => {
    stop = new AbortController();
    projector = new Projector({
      ...engines,
      projection,
      target: documentsTarget(engines.documents, projection.name),
      categories: ['counter'],
    });
    projector.start(stop.signal);
  };
  const restart = async (): Promise<void> => {
    stop.abort();
    await projector.stopped();
    start();
  };
  const isStopped = (): Promise<void> => until(async () => projector.state === 'stopped', 60_000);
  const isWhole = async (): Promise<void> => {
    expect(await projector.reached(await engines.log.head(), 60_000)).toBe(true);
    expect(projector.parked).toEqual([]);
    expect(await engines.documents.count('counters', {}, STREAMS * 2)).toBe(STREAMS + 1);
    expect((await engines.documents.get('counters', 'all'))?.['sum']).toBe(STREAMS);
  };

  beforeEach(async () => {
    [engines, isMended] = [openEmbedded(), false];
    await engines.documents.prepare([readModelOf(projection)]);
    const made = (_: unknown, n: number): Append => ({
      stream: `counter-${n}`,
      expected: NO_STREAM,
      events: [event('made', { owner: 'o' }), event('added', { by: 1 })],
    });
    await engines.log.appendMany(Array.from({ length: STREAMS }, made));
    start();
    await isStopped();
  });
  afterEach(async () => {
    stop.abort();
    await projector.stopped();
    await engines.remove();
  });

  it('law 1: stops, passes nothing over, and goes on once what is parked was replayed', async () => {
    expect(projector.parked.length).toBeLessThanOrEqual(MOST_PARKED);
    expect(projector.position < (await engines.log.head())).toBe(true);
    isMended = true;
    await projector.replay();
    await isWhole();
  }, 120_000);

  it('law 1: stands where it stood after a restart, and a rebuild makes it whole', async () => {
    const stood = projector.position;
    await restart();
    await isStopped();
    expect(projector.position).toBe(stood);
    isMended = true;
    await projector.rebuild(stop.signal);
    await isWhole();
    isMended = false;
    await expect(projector.rebuild(stop.signal)).rejects.toThrow('are parked');
    await isWhole();
  }, 120_000);
});

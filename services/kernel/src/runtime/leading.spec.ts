import { readModelOf } from '../reactions/read-model.js';
import { CounterWriter } from '../testkit/counter-writer.js';
import { counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { defineService } from '../definition/define-service.js';
import { type Leadership, RunningService } from './index.js';

const definition = defineService({
  name: 'kernel',
  aggregates: [counter],
  commands: [],
  projections: [counters],
});

/** Leads from when it is told to, until it is told to stop. */
const told = () => {
  const began = new AbortController();
  const ends = new AbortController();
  const leadership: Leadership = async (_name, signal, lead) => {
    await aborted(AbortSignal.any([began.signal, signal]));
    if (!signal.aborted) await lead(AbortSignal.any([ends.signal, signal]));
  };
  return { leadership, begin: () => began.abort(), end: () => ends.abort() };
};

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
};

describe('replicas of a service', () => {
  let engines: Embedded;
  let writer: CounterWriter;
  let running: RunningService[];
  beforeEach(async () => {
    engines = openEmbedded();
    writer = new CounterWriter(engines.log);
    await engines.documents.prepare([readModelOf(counters)]);
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await engines.remove();
  });

  const start = (leadership: Leadership): RunningService => {
    const none = () => Promise.reject(new Error('the spec has none'));
    const blobs = { put: none, open: none, info: none, collect: none, close: none };
    const service = new RunningService(definition, {
      engines: { ...engines, blobs, mail: { send: none, forget: none } },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
      leadership,
    });
    running.push(service);
    service.start();
    return service;
  };
  const write = async (): Promise<string> => {
    await writer.addToEach(['a']);
    return engines.log.head();
  };

  it('project nothing while they do not lead, and know how far the one is that does', async () => {
    const [leads, standsBy] = [told(), told()];
    const one = start(leads.leadership);
    const two = start(standsBy.leadership);
    const position = await write();
    expect(await two.reached(position, 300)).toBe(false);
    expect([one.leading, two.leading]).toEqual([false, false]);
    expect(await engines.documents.get('counters', 'a')).toBeUndefined();
    leads.begin();
    expect(await one.reached(position, 5_000)).toBe(true);
    expect(await two.reached(position, 5_000)).toBe(true);
    expect([one.leading, two.leading]).toEqual([true, false]);
  });

  it('stand for the lead again when the store of the lease refused them', async () => {
    const { leadership, begin } = told();
    let asked = 0;
    const one = start(async (name, signal, lead) => {
      if (!name.startsWith('projections:')) return leadership(name, signal, lead);
      asked += 1;
      if (asked < 3) throw new Error('the store of the lease has another opinion');
      return leadership(name, signal, lead);
    });
    begin();
    expect(await one.reached(await write(), 5_000)).toBe(true);
    expect([asked, one.leading]).toEqual([3, true]);
  });

  it('go on where the one was that led before', async () => {
    const [first, second] = [told(), told()];
    const one = start(first.leadership);
    const two = start(second.leadership);
    first.begin();
    expect(await one.reached(await write(), 5_000)).toBe(true);
    first.end();
    second.begin();
    expect(await two.reached(await write(), 5_000)).toBe(true);
    expect([one.leading, two.leading]).toEqual([false, true]);
    expect(await engines.documents.get('counters', 'a')).toMatchObject({ sum: 1 });
  });
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CounterAdded, CounterMade, counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import type { Documents } from '../documents/port.js';
import { CommandHandler } from '../domain/command-handler.js';
import { Streams } from '../domain/streams.js';
import type { Projection } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import { defineService } from '../definition/define-service.js';
import { RunningService } from './index.js';

/** A second read model of the same events. */
const others: Projection = {
  name: 'kernel.others',
  version: 1,
  collections: [{ name: 'others', indexes: [] }],
  events: counters.events,
  project: (_event, { id }) => [{ kind: 'put', collection: 'others', document: { id } }],
};

/** The same store, that applies nothing to one read model until it is let go. */
const held = (documents: Documents, name: string) => {
  const gate = new AbortController();
  const opened = once(gate.signal, 'abort');
  const store = Object.create(documents) as Documents;
  store.apply = async (batch) => {
    if (batch.projection === name) await opened;
    return documents.apply(batch);
  };
  return { store, letGo: () => gate.abort() };
};

describe('a running service', () => {
  let engines: Embedded;
  let service: RunningService;
  let letGo: () => void;
  beforeEach(async () => {
    engines = openEmbedded();
    const { store, letGo: open } = held(engines.documents, others.name);
    letGo = open;
    const definition = defineService({
      name: 'kernel',
      aggregates: [counter],
      commands: [],
      projections: [counters, others],
    });
    const none = () => Promise.reject(new Error('the spec has none'));
    const blobs = { put: none, open: none, info: none, collect: none, close: none };
    const mail = { send: none, forget: none };
    service = new RunningService(definition, {
      engines: { ...engines, documents: store, blobs, mail },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
    });
    await engines.documents.prepare([readModelOf(counters), readModelOf(others)]);
    service.start();
  });
  afterEach(async () => {
    letGo();
    await service.stop();
    await engines.remove();
  });

  const make = async (by: number): Promise<string> => {
    const handler = new CommandHandler({
      ...engines,
      streams: new Streams({ ...engines, cachedBytes: 1_000_000 }),
    });
    const facts = {
      id: randomUUID(),
      name: 'spec',
      request: '',
      actor: { kind: 'system', id: '' },
      correlation: '',
      deadline: Date.now() + 5000,
    } as const;
    const decide = () => [CounterMade.of({ owner: 'o' }), CounterAdded.of({ by })];
    const done = await handler.execute(counter, randomUUID(), facts, { decide });
    if (!('position' in done)) throw new Error('the spec expected no refusal');
    return done.position;
  };

  it('law 2: has reached a position when every one of its projections has', async () => {
    const position = await make(1);
    expect(await service.projectors[0]!.reached(position, 5000)).toBe(true);
    expect(await service.reached(position, 50)).toBe(false);
    letGo();
    expect(await service.reached(position, 5000)).toBe(true);
    expect(await engines.documents.count('others', {}, 9)).toBe(1);
  });

  it('law 2: tells that a stream is stale when one of its projections parked it', async () => {
    letGo();
    const position = await make(666);
    expect(await service.reached(position, 5000)).toBe(true);
    const [event] = (await engines.log.readAll({ after: '', categories: ['counter'], limit: 1 })).events;
    expect(service.isStale([event!.stream])).toBe(true);
    expect(service.isStale([`counter-${randomUUID()}`])).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Documents } from '../documents/port.js';
import type { Position } from '../base/position.js';
import { NO_STREAM } from '../eventlog/port.js';
import { counterEvent as event } from '../testkit/counter-writer.js';
import { counters } from '../testkit/counters.js';
import { documentsTarget } from '../targets/documents.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { Projector } from './projector.js';
import { readModelOf } from './read-model.js';

/** The same store, whose first batch waits until it is let go. */
const held = (documents: Documents) => {
  const gate = new AbortController();
  const asked = new AbortController();
  const opened = once(gate.signal, 'abort');
  const waiting = once(asked.signal, 'abort');
  const store = Object.create(documents) as Documents;
  let first = true;
  store.apply = async (batch) => {
    if (first) {
      first = false;
      asked.abort();
      await opened;
    }
    return documents.apply(batch);
  };
  return { store, waiting, letGo: () => gate.abort() };
};

describe('two projectors of one read model', () => {
  let engines: Embedded;
  beforeEach(async () => {
    engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters)]);
  });
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await engines.remove();
  });

  const running = (documents: Documents) => {
    const stop = new AbortController();
    const projector = new Projector({
      ...engines,
      projection: counters,
      target: documentsTarget(documents, counters.name),
      categories: ['counter'],
    });
    projector.start(stop.signal);
    const end = async (): Promise<void> => {
      stop.abort();
      await projector.stopped();
    };
    ends.push(end);
    return { projector, end };
  };
  const count = async (): Promise<Position> => {
    const events = [event('made', { owner: 'o' }), event('added', { by: 1 })];
    await engines.log.append({ stream: `counter-${randomUUID()}`, expected: NO_STREAM, events });
    return engines.log.head();
  };

  it('law 1: one that was overtaken goes on from the checkpoint of the other, which has died', async () => {
    await count();
    const { store, waiting, letGo } = held(engines.documents);
    const slow = running(store);
    await waiting;
    const fast = running(engines.documents);
    expect(await fast.projector.reached(await count(), 5000)).toBe(true);
    await fast.end();
    const head = await count();
    letGo();
    expect(await slow.projector.reached(head, 5000)).toBe(true);
    expect(await engines.documents.get('counters', 'all')).toMatchObject({ sum: 3 });
  });
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { EventLog } from '../eventlog/port.js';
import { createLogger } from '../logging/index.js';
import { underLease } from '../registers/index.js';
import type { Leadership } from '../runtime/leadership.js';
import { compareWithLog } from '../testkit/compare-with-log.js';
import { counter, COUNTERS } from '../testkit/counters.js';
import { counterEvent, CounterWriter } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { type MemoryPublisher, memoryPublisher } from '../testkit/memory-publisher.js';
import { until } from '../testkit/until.js';
import type { Publisher, Publishing } from './port.js';
import type { Publication } from './publication.js';
import { publicationsOf } from './publications.js';
import { Relay } from './relay.js';

const TOPIC = 'specs.kernel.events.v1';
const alone: Leadership = (_name, signal, lead) => lead(signal);

describe('a relay', () => {
  let engines: Embedded;
  let writer: CounterWriter;
  let publisher: MemoryPublisher;
  let stop: AbortController;
  let running: Promise<void>[];
  let ids: readonly string[];
  beforeEach(() => {
    engines = openEmbedded();
    writer = new CounterWriter(engines.log);
    publisher = memoryPublisher();
    stop = new AbortController();
    running = [];
    ids = Array.from({ length: 20 }, () => randomUUID());
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await Promise.all(running.splice(0));
    stop = new AbortController();
  };
  afterEach(async () => {
    await end();
    await engines.remove();
  });

  const publicationOf = (log: EventLog): Publication => {
    const [publication] = publicationsOf(
      { name: 'kernel', aggregates: [counter], published: { events: [{ version: 1 }], states: [] } },
      { prefix: 'specs', partitions: 12, mode: 'binary', baseUrl: '', log, categories: COUNTERS },
    );
    return publication!;
  };
  const start = (
    leadership: Leadership = alone,
    to: Publisher = publisher,
    logger = createLogger('silent'),
    log: EventLog = engines.log,
  ): Relay => {
    const relay = new Relay({ publication: publicationOf(log), publisher: to, leadership, logger });
    running.push(relay.run(stop.signal));
    return relay;
  };
  const published = () => publisher.messages(TOPIC);
  const allPublished = () => until(async () => (await engines.log.head()) === publisher.position(TOPIC));
  const comparison = () => compareWithLog(engines.log, ['counter'], published());
  const complete = { missing: [], wrong: [], duplicates: 0 };

  it('publishes what was there and what comes, each event once', async () => {
    await writer.addToEach(ids);
    start();
    await writer.addToEach(ids);
    await allPublished();
    expect(await comparison()).toEqual({ ...complete, events: 40 });
  });

  it('begins at the start where 2^64−1 was kept, which EventStoreDB 24 answers when it has no position', async () => {
    const publishing = await publisher.takeOver(publicationOf(engines.log).topic);
    await publishing.publish([], '18446744073709551615');
    await writer.addToEach(ids);
    start();
    await allPublished();
    expect(await comparison()).toEqual({ ...complete, events: 20 });
  });

  it('publishes in their order the batches that came while it was busy', async () => {
    const gate = new AbortController();
    const held: Publisher = {
      close: () => publisher.close(),
      takeOver: async (topic) => {
        const publishing = await publisher.takeOver(topic);
        const publish: Publishing['publish'] = async (messages, through) => {
          if (!gate.signal.aborted) await once(gate.signal, 'abort');
          await publishing.publish(messages, through);
        };
        return { position: publishing.position, publish, close: () => publishing.close() };
      },
    };
    let batches = 0;
    const log = Object.create(engines.log) as EventLog;
    log.subscribe = async function* (options) {
      for await (const batch of engines.log.subscribe(options)) {
        batches += 1;
        yield batch;
      }
    };
    start(alone, held, createLogger('silent'), log);
    for (let turn = 1; turn <= 4; turn += 1) {
      await writer.addToEach(ids);
      await until(async () => batches >= turn);
    }
    gate.abort();
    await allPublished();
    expect(await comparison()).toEqual({ ...complete, events: 80 });
  });

  it('goes on where the topic ends when it is started again', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await writer.addToEach(ids);
      start();
      await allPublished();
      await end();
    }
    expect(await comparison()).toEqual({ ...complete, events: 60 });
  });

  it('publishes nothing twice when the answer of a batch is lost', async () => {
    start();
    await writer.addToEach(ids);
    await allPublished();
    publisher.loseNextAnswer();
    await writer.addToEach(ids);
    await writer.addToEach(ids);
    await allPublished();
    expect(await comparison()).toEqual({ ...complete, events: 60 });
  });

  it('waits while nothing can be reached, says so once, and tells its lag meanwhile', async () => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const relay = start(alone, publisher, logger);
    await writer.addToEach(ids);
    await allPublished();
    expect(relay.isFailing).toBe(false);
    publisher.reachable(false);
    await writer.addToEach(ids);
    await until(async () => (await relay.lag())?.events === 20 && !relay.isPublishing);
    await until(async () => relay.isFailing);
    publisher.reachable(true);
    await allPublished();
    await until(async () => (await relay.lag())?.events === 0 && relay.isPublishing);
    expect(relay.isFailing).toBe(false);
    expect(await comparison()).toEqual({ ...complete, events: 40 });
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual([
      'a topic is not published; it goes on where it was as soon as it can',
      'a topic is published again',
    ]);
  });

  it('knows no lag before it published', async () => {
    publisher.reachable(false);
    expect(await start().lag()).toBeUndefined();
  });

  it('moves the position of a topic in whose categories nothing happens only now and then', async () => {
    const others = new CounterWriter(engines.log, 'other');
    start();
    await writer.append('a', counterEvent('made', { owner: 'o' }));
    await allPublished();
    const position = publisher.position(TOPIC);
    const many = Array.from({ length: 100 }, (_, index) => `o${index}`);
    for (let turn = 0; turn < 25; turn += 1) await others.addToEach(many);
    await writer.append('a', counterEvent('added', { by: 1 }));
    await allPublished();
    expect(publisher.position(TOPIC) > position).toBe(true);
    expect(published()).toHaveLength(2);
  });

  it('and another that both believe to be the one keep order all the same', async () => {
    start();
    start();
    for (let turn = 0; turn < 30; turn += 1) await writer.addToEach(ids);
    await allPublished();
    expect(await comparison()).toEqual({ ...complete, events: 600 });
  });

  it('stands by while another holds the lease, and takes over when that ends', async () => {
    const logger = createLogger('silent');
    const leased =
      (holder: string, ends: AbortSignal): Leadership =>
      (key, signal, run) =>
        underLease({
          ...engines,
          key,
          holder,
          ttlMs: 300,
          logger,
          signal: AbortSignal.any([signal, ends]),
          run,
        });
    const firstEnds = new AbortController();
    const first = start(leased('first', firstEnds.signal));
    await writer.addToEach(ids);
    await allPublished();
    const second = start(leased('second', new AbortController().signal));
    expect([first.isPublishing, second.isPublishing]).toEqual([true, false]);
    expect([first.isFailing, second.isFailing]).toEqual([false, false]);
    firstEnds.abort();
    await until(async () => second.isPublishing);
    await writer.addToEach(ids);
    await allPublished();
    expect(first.isPublishing).toBe(false);
    expect(await first.lag()).toBeUndefined();
    expect(await comparison()).toEqual({ ...complete, events: 40 });
  });

  it('stops at an event that it does not know, and goes on when it does', async () => {
    await writer.append('a', { ...counterEvent('made', {}), type: 'kernel.counter.halved.v1' });
    const relay = start();
    await until(async () => (await relay.lag())?.events === 1 && !relay.isPublishing);
    expect(published()).toEqual([]);
  });
});

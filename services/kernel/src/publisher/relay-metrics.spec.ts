import { createMetrics } from '../metrics/metrics.js';
import { counter, COUNTERS } from '../testkit/counters.js';
import { CounterWriter } from '../testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { memoryPublisher } from '../testkit/memory-publisher.js';
import { until } from '../testkit/until.js';
import { publicationsOf } from './publications.js';
import { Relay } from './relay.js';
import { measureRelays } from './relay-metrics.js';

describe('the metrics of relays', () => {
  let engines: Embedded;
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  beforeEach(() => {
    engines = openEmbedded();
  });
  afterEach(async () => {
    stop.abort();
    await running;
    await engines.remove();
  });

  it('tell the lag of what this process publishes', async () => {
    const publisher = memoryPublisher();
    const [publication] = publicationsOf(
      { name: 'kernel', aggregates: [counter], published: { events: [{ version: 1 }], states: [] } },
      {
        prefix: 'specs',
        partitions: 12,
        mode: 'binary',
        baseUrl: '',
        log: engines.log,
        categories: COUNTERS,
      },
    );
    const relay = new Relay({
      publication: publication!,
      publisher,
      leadership: (_name, signal, lead) => lead(signal),
      logger: engines.logger,
    });
    const metrics = createMetrics();
    measureRelays(metrics, [relay]);
    const told = async () =>
      (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('cairn_relay'));
    const topic = 'topic="specs.kernel.events.v1"';
    expect(await told()).toEqual([`cairn_relay_publishing{${topic}} 0`]);

    running = relay.run(stop.signal);
    await until(async () => relay.isPublishing);
    expect((await told()).sort()).toEqual([
      `cairn_relay_lag_events{${topic}} 0`,
      `cairn_relay_lag_seconds{${topic}} 0`,
      `cairn_relay_publishing{${topic}} 1`,
    ]);

    publisher.reachable(false);
    await new CounterWriter(engines.log).addToEach(['a', 'b']);
    await until(async () => !relay.isPublishing);
    expect(await told()).toEqual(
      expect.arrayContaining([
        `cairn_relay_lag_events{${topic}} 2`,
        expect.stringMatching(/^cairn_relay_lag_seconds\{.*\} 0\.\d+$/),
        `cairn_relay_publishing{${topic}} 0`,
      ]),
    );

    for (const away of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => undefined)]) {
      jest.spyOn(engines.log, 'readAll').mockImplementation(away);
      expect(await told()).toEqual([`cairn_relay_publishing{${topic}} 0`]);
    }
  });
});

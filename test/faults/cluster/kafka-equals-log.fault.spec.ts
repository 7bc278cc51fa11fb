import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { lastOfDatasets, published, publishedStates, STATES, toBePublished, TOPICS } from './published.js';
import { oneMoreRelay } from '../../support/topologies/more-processes.js';
import { Writing } from './writing.js';

const isLong = process.env['CAIRN_TEST_FAULTS'] === 'long';
const KILLS = isLong ? 50 : 10;
const TURNS = isLong ? 5 : 1;
const LATEST_MS = 600;
const FROZEN_MS = 5_000;
const NEVER_MS = 60_000;

jest.setTimeout(900_000);

describe('R8: what Kafka holds equals the log (cluster)', () => {
  let cairn: RunningCluster;
  let person: Person;
  beforeAll(async () => {
    cairn = await cluster.start();
    person = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  /** Waits until a relay publishes every topic. `metricsUrl` is asked anew, for it changes with the process. */
  const publishes = async (metricsUrl: () => string): Promise<void> => {
    const until = Date.now() + NEVER_MS;
    const isPublishing = async (topic: string): Promise<boolean> => {
      const text = await fetch(metricsUrl()).then(
        (answer) => answer.text(),
        () => '',
      );
      return text.includes(`cairn_relay_publishing{topic="${topic}"} 1`);
    };
    for (const topic of [...TOPICS, STATES])
      while (!(await isPublishing(topic))) {
        if (Date.now() > until) throw new Error(`${metricsUrl()} does not publish ${topic}`);
        await pause(50);
      }
  };
  const first = () => {
    const found = cairn.processes().find(({ name }) => name === 'relay-1');
    return { pid: found?.pid ?? 0, metricsUrl: found?.metricsUrl ?? '' };
  };
  const firstPublishes = (): Promise<void> => publishes(() => first().metricsUrl);

  /** Once all was published, a consumer that begins with the first message has the log and nothing else. */
  const kafkaEqualsLog = async (): Promise<void> => {
    await firstPublishes();
    const { url } = cairn.engines.kafka;
    const log = await cairn.inside.events();
    const expected = toBePublished(log);
    const count = (streams: typeof expected): number => Object.values(streams).flat().length;
    let found = await published(url);
    for (const until = Date.now() + NEVER_MS; count(found.streams) < count(expected) && Date.now() < until;)
      found = await published(url);
    expect(found.streams).toEqual(expected);
    expect(await publishedStates(url)).toEqual(lastOfDatasets(log));
    // At least once is what is promised; a transaction that is fenced publishes each event once.
    expect(found.doubles).toBe(0);
  };

  const whileWriting = async (act: () => Promise<void>): Promise<void> => {
    const load = new Writing(cairn, person);
    const acting = firstPublishes().then(act);
    await Promise.allSettled([acting]);
    const statuses = await load.stop();
    await acting;
    expect(statuses[200]).toBeGreaterThan(10);
    // A machine that is too busy may say so; nothing else is refused.
    expect(Object.keys(statuses).filter((status) => !['200', '201', '202', '503'].includes(status))).toEqual(
      [],
    );
    await kafkaEqualsLog();
  };

  it(`after the relay was killed ${KILLS} times`, () =>
    whileWriting(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await firstPublishes();
        // The fault itself: the moment of death is what varies.
        await pause(randomInt(LATEST_MS));
        await cairn.kill('relay-1');
      }
    }));

  const broker = (): RunningCluster['engines']['kafka'] => cairn.engines.kafka;
  const faults: readonly (readonly [string, () => Promise<void>])[] = [
    [
      'stopped and started',
      async () => {
        await broker().stop();
        await pause(randomInt(LATEST_MS));
        await broker().again();
      },
    ],
    [
      'killed and started',
      async () => {
        await broker().kill();
        await broker().again();
      },
    ],
    [
      'frozen and thawed',
      async () => {
        await broker().signal('SIGSTOP');
        await pause(FROZEN_MS);
        await broker().signal('SIGCONT');
      },
    ],
  ];
  it.each(faults)('after the broker was %s', (_, fault) =>
    whileWriting(async () => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await fault();
        await firstPublishes();
      }
    }),
  );

  it('after two relays were there at once, of which one froze, was overtaken and woke up, and the other was killed', () =>
    whileWriting(async () => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const second = await oneMoreRelay(cairn);
        try {
          const { pid } = first();
          process.kill(pid, 'SIGSTOP');
          await publishes(() => second.metricsUrl);
          process.kill(pid, 'SIGCONT');
          await pause(randomInt(LATEST_MS));
        } finally {
          await second.kill();
        }
        await firstPublishes();
      }
    }));
});

/** R8: what Kafka holds equals the log, whatever dies. `CAIRN_FAULTS=long` kills the relay 50 times instead of 10. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { openSqliteEventLog } from '../../eventlog/index.js';
import type { EventLog } from '../../eventlog/port.js';
import { createLogger } from '../../logging/index.js';
import { compareWithLog } from '../../testkit/compare-with-log.js';
import { CounterWriter } from '../../testkit/counter-writer.js';
import { counterRelay, counterTopic } from '../../testkit/kafka-relay.js';
import { readTopic, settled } from '../../testkit/kafka-topics.js';
import { until } from '../../testkit/until.js';
import type { Publisher } from '../port.js';
import type { Relay } from '../relay.js';
import { openKafkaPublisher } from './index.js';

const KILLS = process.env['CAIRN_FAULTS'] === 'long' ? 50 : 10;
const FROZEN_MS = 5_000;
const COUNTERS = 20;
const logger = createLogger('silent');

let folder: string;
let engine: RunningEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-relay-'));
  engine = await startEngine('kafka', { folder: join(folder, 'kafka') });
}, 600_000);
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});

let prefix: string;
let path: string;
let ends: (() => Promise<unknown>)[];
beforeEach(() => {
  prefix = `specs.${randomUUID()}`;
  path = join(folder, `${prefix}.db`);
  ends = [];
});
const end = async (): Promise<void> => {
  for (const one of ends.splice(0).reverse()) await one();
};
afterEach(end);

const ids = Array.from({ length: COUNTERS }, (_, index) => `k${index}`);
const openLog = (): EventLog => {
  const log = openSqliteEventLog({ path });
  ends.push(() => log.close());
  return log;
};
const openPublisher = async (): Promise<Publisher> => {
  const publisher = await openKafkaPublisher({ brokers: [engine.url], clientId: 'specs', logger });
  ends.push(() => publisher.close());
  return publisher;
};
const startRelay = async (log: EventLog): Promise<Relay> => {
  const relay = counterRelay(log, await openPublisher(), prefix, logger);
  const stop = new AbortController();
  const running = relay.run(stop.signal);
  ends.push(async () => {
    stop.abort();
    await running;
  });
  return relay;
};
const begun = (relay: Relay) => until(async () => relay.isPublishing, 60_000);
const published = (relay: Relay) =>
  until(async () => relay.isPublishing && (await relay.lag())?.events === 0, 120_000);

/** What a consumer that reads the topic from its beginning finds, held against the log. */
const comparison = async () => {
  await settled(engine.url, counterTopic(prefix));
  const log = openSqliteEventLog({ path });
  const found = await compareWithLog(log, ['counter'], await readTopic(engine.url, counterTopic(prefix)));
  await log.close();
  return found;
};
const exact = (events: number) => ({ events, missing: [], wrong: [], duplicates: 0 });

/** Appends without a pause until it is told to stop; answers how many events. */
const writing = (log: EventLog) => {
  const writer = new CounterWriter(log);
  let isOver = false;
  let count = 0;
  const write = async (): Promise<number> => {
    for (; !isOver; count += ids.length) {
      await writer.addToEach(ids);
      await pause(20);
    }
    return count;
  };
  const written = write();
  return {
    stop: () => {
      isOver = true;
      return written;
    },
  };
};

describe('R8: a broker', () => {
  const faults: readonly [string, () => Promise<void>][] = [
    [
      'that is stopped and started',
      async () => {
        await engine.stop();
        await pause(500);
        await engine.again();
      },
    ],
    [
      'that is killed and started',
      async () => {
        await engine.kill();
        await engine.again();
      },
    ],
    [
      'that freezes for five seconds',
      async () => {
        await engine.signal('SIGSTOP');
        await pause(FROZEN_MS);
        await engine.signal('SIGCONT');
      },
    ],
  ];
  it.each(faults)(
    '%s holds all of the log afterwards, in order, each event once',
    async (_, fault) => {
      const log = openLog();
      const relay = await startRelay(log);
      const writer = writing(log);
      await begun(relay);
      for (let turn = 0; turn < 2; turn += 1) {
        await fault();
        await pause(200);
      }
      const count = await writer.stop();
      await published(relay);
      await end();
      expect(await comparison()).toEqual(exact(count));
    },
    180_000,
  );

  it('that is away slows no writer down', async () => {
    const log = openLog();
    const relay = await startRelay(log);
    const writer = new CounterWriter(log);
    await writer.addToEach(ids);
    await published(relay);
    await engine.kill();
    try {
      const began = performance.now();
      for (let turn = 0; turn < 50; turn += 1) await writer.addToEach(ids);
      expect(performance.now() - began).toBeLessThan(10_000);
      await until(async () => !relay.isPublishing && ((await relay.lag())?.events ?? 0) >= 1_000);
    } finally {
      await engine.again();
    }
    await published(relay);
    await end();
    expect(await comparison()).toEqual(exact(51 * COUNTERS));
  }, 120_000);
});

describe('R8: a relay', () => {
  const start = (mode: 'write' | 'burst' | 'drain'): ChildProcess => {
    const child = spawn(
      process.execPath,
      [
        ...['--conditions=source', '--import', 'tsx'],
        join(__dirname, '../../testkit/relay-process.ts'),
        ...[path, engine.url, prefix, mode, String(COUNTERS)],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: join(__dirname, '../../..') },
    );
    ends.push(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    });
    return child;
  };
  const publishing = (child: ChildProcess) => once(child.stdout!, 'data');
  const drained = async (): Promise<void> => {
    const [code] = (await once(start('drain'), 'exit')) as [number | null];
    expect(code).toBe(0);
  };

  it(
    `that is killed ${KILLS} times loses nothing, doubles nothing and keeps the order of a key`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const child = start('write');
        await publishing(child);
        await pause(Math.random() * 600);
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await drained();
      const found = await comparison();
      expect(found.events).toBeGreaterThan(KILLS * COUNTERS);
      expect(found).toEqual(exact(found.events));
    },
    30_000 + KILLS * 15_000,
  );

  it('that was frozen while another took over publishes nothing late when it wakes up', async () => {
    const child = start('burst');
    await publishing(child);
    child.kill('SIGSTOP');
    const other = await startRelay(openLog());
    await published(other);
    child.kill('SIGCONT');
    await pause(1_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await end();
    await drained();
    expect(await comparison()).toEqual(exact(200 * COUNTERS));
  }, 120_000);

  it('and a second one at the same time publish each event once, in order', async () => {
    const log = openLog();
    const [first, second] = [await startRelay(log), await startRelay(log)];
    const writer = writing(log);
    await pause(5_000);
    const count = await writer.stop();
    await Promise.race([published(first), published(second)]);
    await end();
    expect(await comparison()).toEqual(exact(count));
  }, 120_000);
});

/**
 * A process that a spec kills: `relay-process.ts <log.db> <brokers> <prefix> <write|burst|drain> <counters>`. It publishes
 * the log, and prints a line when it begins to. `write`: it also appends without end. `burst`: it has appended much before.
 * `drain`: it ends when all is published.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteEventLog } from '../eventlog/index.js';
import type { EventLog } from '../eventlog/port.js';
import { createLogger } from '../logging/index.js';
import { openKafkaPublisher } from '../publisher/kafka/index.js';
import { CounterWriter } from './counter-writer.js';
import { counterRelay } from './kafka-relay.js';
import { until } from './until.js';

const BETWEEN_WRITES_MS = 20;
const BURST = 200;

const writerTo = async (log: EventLog, ids: readonly string[]): Promise<CounterWriter> => {
  const writer = new CounterWriter(log);
  await writer.resume(ids);
  return writer;
};

const main = async (path: string, brokers: string, prefix: string, mode: string, counters: number) => {
  const logger = createLogger('fatal');
  const log = openSqliteEventLog({ path });
  const publisher = await openKafkaPublisher({
    brokers: brokers.split(','),
    clientId: `${process.pid}`,
    logger,
  });
  const relay = counterRelay(log, publisher, prefix, logger);
  const ids = Array.from({ length: counters }, (_, index) => `k${index}`);
  const writer = await writerTo(log, ids);
  for (let turn = 0; mode === 'burst' && turn < BURST; turn += 1) await writer.addToEach(ids);
  const stop = new AbortController();
  const running = relay.run(stop.signal);
  const told = until(async () => relay.isPublishing, 120_000).then(() =>
    process.stdout.write('publishing\n'),
  );
  while (mode !== 'drain') {
    if (mode === 'write') await writer.addToEach(ids);
    await pause(BETWEEN_WRITES_MS);
  }
  await told;
  await until(async () => relay.isPublishing && (await relay.lag())?.events === 0, 120_000);
  stop.abort();
  await running;
  await publisher.close();
  await log.close();
};

const [path = '', brokers = '', prefix = '', mode = '', counters = '20'] = process.argv.slice(2);
void main(path, brokers, prefix, mode, Number(counters));

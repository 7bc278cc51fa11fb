/**
 * `catch-up.ts <events> <rounds>`: seven read models of one service catch up with a log in SQLite, each by a subscription
 * of its own and by one that they share, in turn. Prints a line for each round: how long it took, and how much CPU.
 */
import { join } from 'node:path';
import { CounterMade, type CounterEvent, counters } from '../src/testkit/counters.js';
import { counterEvent } from '../src/testkit/counter-writer.js';
import { type Embedded, openEmbedded } from '../src/testkit/embedded.js';
import { openSqliteDocuments } from '../src/documents/index.js';
import { type EventLog, NO_STREAM } from '../src/eventlog/port.js';
import { projection, type Projection } from '../src/projection/projection.js';
import { Projector } from '../src/reactions/projector.js';
import { readModelOf } from '../src/reactions/read-model.js';
import { readTogether, SharedSubscription } from '../src/reactions/shared-subscription.js';
import { documentsTarget } from '../src/targets/index.js';

const categories = ['counter'];
const OF_A_STREAM = 100;

/** As in a service: one read model that most events change, others that a few do. */
const few = (n: number): Projection =>
  projection<CounterEvent>({
    name: `bench.few${n}`,
    version: 1,
    collections: [{ name: `few${n}`, indexes: [] }],
    events: [CounterMade],
    project: (_, { id }) => [{ kind: 'put', collection: `few${n}`, document: { id } }],
  });
const projections: readonly Projection[] = [counters, ...Array.from({ length: 6 }, (_, n) => few(n))];

const fill = async (log: EventLog, events: number): Promise<void> => {
  for (let stream = 0; stream < events / OF_A_STREAM; stream += 1) {
    const added = Array.from({ length: OF_A_STREAM - 1 }, () => counterEvent('added', { by: 1 }));
    const all = [counterEvent('made', { owner: 'o' }), ...added];
    await log.append({ stream: `counter-${stream}`, expected: NO_STREAM, events: all });
  }
};

/** Prints what it took. */
const caughtUp = async (engines: Embedded, log: EventLog, name: string, events: number): Promise<void> => {
  const documents = openSqliteDocuments({ path: join(engines.folder, `${name}.db`) });
  await documents.prepare(projections.map(readModelOf));
  const head = await log.head();
  const stop = new AbortController();
  const [began, before] = [performance.now(), process.cpuUsage()];
  const projectors = projections.map((one) => {
    const target = documentsTarget(documents, one.name);
    return new Projector({ ...engines, log, projection: one, target, categories });
  });
  for (const projector of projectors) projector.start(stop.signal);
  await Promise.all(projectors.map((projector) => projector.reached(head, 600_000)));
  const { user, system } = process.cpuUsage(before);
  const ms = performance.now() - began;
  const figures = { name, ms: Math.round(ms), cpuMs: Math.round((user + system) / 1000) };
  console.log(JSON.stringify({ ...figures, eventsPerSecond: Math.round((events / ms) * 1000) }));
  stop.abort();
  await Promise.all(projectors.map((projector) => projector.stopped()));
  await documents.close();
};

const main = async (): Promise<void> => {
  const [events = 50_000, rounds = 3] = process.argv.slice(2).map(Number);
  const engines = openEmbedded();
  await fill(engines.log, events);
  for (let round = 0; round < rounds; round += 1) {
    await caughtUp(engines, engines.log, `each-by-itself-${round}`, events);
    const shared = new SharedSubscription(engines.log, categories);
    await caughtUp(engines, readTogether(engines.log, shared), `together-${round}`, events);
    await shared.ended();
  }
  await engines.remove();
};

void main();

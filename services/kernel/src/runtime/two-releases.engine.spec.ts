import { ended } from '../clock/pause.js';
import { openMongoDocuments } from '../documents/index.js';
import type { Documents } from '../documents/port.js';
import { leadershipUnderLease } from '../process/service-process.js';
import { generationOf, type Projection } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import { CounterWriter } from '../testkit/counter-writer.js';
import { counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded, until } from '../testkit/index.js';
import { mongoForSpecs } from '../testkit/mongodb.js';
import { progressOf } from '../transport/progress-stream.js';
import { ServiceProgress } from '../transport/service-progress.js';
import { defineService } from '../definition/define-service.js';
import { type Leadership, RunningService } from './index.js';

const raised: Projection = { ...(counters as Projection), version: 2 };
const SOON_MS = 100;
const LATE_MS = 10_000;

/** A rolling release: replicas of two releases, of which one reads and writes another version of a read model. */
describe('two releases of a service at once', () => {
  const mongo = mongoForSpecs();
  let engines: Embedded;
  let writer: CounterWriter;
  let url: string;
  let opened: Documents[];
  let running: RunningService[];
  /** Names of who reacted. */
  let acting: string[];

  beforeEach(() => {
    engines = openEmbedded();
    writer = new CounterWriter(engines.log);
    url = mongo.freshDatabase();
    [opened, running, acting] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await Promise.all(opened.map((documents) => documents.close()));
    await engines.remove();
  });

  const start = async (name: string, projection: Projection, leadership = leadingOfRelease()) => {
    const documents = await openMongoDocuments({ url });
    opened.push(documents);
    await documents.prepare([readModelOf(projection)]);
    const none = () => Promise.reject(new Error('the spec has none'));
    const definition = defineService({
      name: 'kernel',
      aggregates: [counter],
      commands: [],
      projections: [projection],
      work: () => [{ name: 'acts', alone: true, run: async () => void acting.push(name) }],
    });
    const service = new RunningService(definition, {
      engines: {
        ...engines,
        documents,
        blobs: { put: none, open: none, info: none, collect: none },
        mail: { send: none, forget: none },
      },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
      leadership,
    });
    running.push(service);
    service.start();
    return { service, documents, counted: async () => (await documents.get('counters', 'a'))?.['sum'] };
  };
  const leadingOfRelease = (): Leadership => leadershipUnderLease(engines, engines.logger);
  const never: Leadership = (_name, signal) => ended(signal);
  /** A gateway of a release, which has heard of some replicas. */
  const gatewayOf = (projection: Projection, ...replicas: readonly RunningService[]): ServiceProgress => {
    const projections = [generationOf(projection)];
    const heard = new ServiceProgress({ log: engines.log, categories: ['counter'], projections });
    for (const [index, replica] of replicas.entries()) heard.tell(index.toString(), progressOf(replica));
    return heard;
  };
  const write = async (): Promise<string> => {
    await writer.addToEach(['a']);
    return engines.log.head();
  };

  it('law 2: a gateway takes no position of another version of a read model for that of its own', async () => {
    const old = await start('old', counters);
    await write();
    const position = await write();
    expect(await old.service.reached(position, LATE_MS)).toBe(true);
    const young = await start('young', raised, never);
    const both = [old.service, young.service] as const;
    expect(await gatewayOf(counters, ...both).reached(position, SOON_MS)).toBe(true);
    expect(await gatewayOf(raised, ...both).reached(position, SOON_MS)).toBe(false);
    expect(await young.counted()).toBeUndefined();
  });

  it('law 2: both versions follow the log until the old release is stopped, and one release acts', async () => {
    const old = await start('old', counters);
    expect(await old.service.reached(await write(), LATE_MS)).toBe(true);
    const young = await start('young', raised);
    const position = await write();
    for (const { service, counted } of [old, young]) {
      expect(await service.reached(position, LATE_MS)).toBe(true);
      expect(await counted()).toBe(1);
    }
    expect([old.service.leading, young.service.leading, acting]).toEqual([true, true, ['old']]);
    expect(gatewayOf(counters, old.service, young.service).leader).toBe('0');
    expect(gatewayOf(raised, old.service, young.service).leader).toBe('1');
    await old.service.stop();
    await until(async () => acting.length > 1, LATE_MS);
    expect(acting).toEqual(['old', 'young']);
    expect(await young.service.reached(await write(), LATE_MS)).toBe(true);
    expect([await old.counted(), await young.counted()]).toEqual([1, 2]);
  });

  it('replicas of one release have one that projects', async () => {
    const first = await start('first', raised);
    expect(await first.service.reached(await write(), LATE_MS)).toBe(true);
    const second = await start('second', raised);
    expect(await second.service.reached(await write(), LATE_MS)).toBe(true);
    expect([first.service.leading, second.service.leading, acting]).toEqual([true, false, ['first']]);
  });
});

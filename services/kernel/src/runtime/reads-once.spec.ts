import { randomUUID } from 'node:crypto';
import { START } from '../base/position.js';
import { NO_STREAM } from '../eventlog/port.js';
import type { Policy } from '../reactions/policy.js';
import type { Projection } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import { countedSubscriptions } from '../testkit/counted-subscriptions.js';
import { counterEvent } from '../testkit/counter-writer.js';
import { CounterMade, counter, counters } from '../testkit/counters.js';
import { openEmbedded } from '../testkit/index.js';
import { until } from '../testkit/until.js';
import { defineService } from '../definition/define-service.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { Work } from '../context/work.js';
import { RunningService } from './index.js';

const others: Projection = {
  name: 'kernel.others',
  version: 1,
  collections: [{ name: 'others', indexes: [] }],
  events: counters.events,
  project: (_event, { id }) => [{ kind: 'put', collection: 'others', document: { id } }],
};

it('a service reads the log once for its projections, its timers, its policies and its work', async () => {
  const engines = openEmbedded();
  const { log, counted } = countedSubscriptions(engines.log);
  const told = { policy: 0, work: 0 };
  const policy: Policy = {
    name: 'kernel.spec',
    categories: ['counter'],
    events: [CounterMade],
    react: async () => void (told.policy += 1),
  };
  const listening = (tools: ServiceTools): Work => ({
    name: 'kernel.listens',
    run: async (signal) => {
      const wanted = { after: START, categories: ['counter'], maxBatch: 10, signal };
      for await (const { events } of tools.log.subscribe(wanted)) told.work += events.length;
    },
  });
  const definition = defineService({
    name: 'kernel',
    aggregates: [counter],
    commands: [],
    projections: [counters, others],
    timers: { version: 1, events: [CounterMade], set: () => [], stop: () => [] },
    policies: () => [policy],
    work: (tools) => [listening(tools)],
  });
  const none = () => Promise.reject(new Error('the spec has none'));
  const service = new RunningService(definition, {
    engines: {
      ...engines,
      log,
      blobs: { put: none, open: none, info: none, collect: none },
      mail: { send: none, forget: none },
    },
    logger: engines.logger,
    baseUrl: '',
    cachedBytes: 1_000_000,
  });
  await engines.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
  service.start();
  const events = [counterEvent('made', { owner: 'o' })];
  await engines.log.append({ stream: `counter-${randomUUID()}`, expected: NO_STREAM, events });
  expect(await service.reached(await engines.log.head(), 5_000)).toBe(true);
  await until(async () => told.policy === 1 && told.work === 1);
  expect(counted).toEqual({ opened: 1, open: 1 });
  await service.stop();
  expect(counted.open).toBe(0);
  await engines.remove();
});

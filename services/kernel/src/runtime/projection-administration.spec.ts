import { readModelOf } from '../reactions/read-model.js';
import { counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded } from '../testkit/index.js';
import { defineService } from '../definition/define-service.js';
import { projectionAdministration, RunningService } from './index.js';

describe('the administration of projections', () => {
  let engines: Embedded;
  let service: RunningService;
  const others = ['kernel.b', 'kernel.c'].map((name) => ({
    ...counters,
    name,
    collections: [],
    project: () => [],
  }));
  const projections = [counters, ...others];

  beforeEach(async () => {
    engines = openEmbedded();
    const none = () => Promise.reject(new Error('the spec has none'));
    const blobs = { put: none, open: none, info: none, collect: none, close: none };
    const definition = defineService({ name: 'kernel', aggregates: [counter], commands: [], projections });
    service = new RunningService(definition, {
      engines: { ...engines, blobs, mail: { send: none, forget: none } },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
    });
    await engines.documents.prepare(projections.map(readModelOf));
    service.start();
  });
  afterEach(async () => {
    await service.stop();
    await engines.remove();
  });

  it('asks the log once where it ends, and no more for what has nothing before it', async () => {
    expect(await service.reached(await engines.log.head(), 5_000)).toBe(true);
    const [head, readAll] = [jest.spyOn(engines.log, 'head'), jest.spyOn(engines.log, 'readAll')];
    const administration = projectionAdministration(service, engines.log, new AbortController().signal);
    const told = await administration.status();
    expect([head.mock.calls.length, readAll.mock.calls.length]).toEqual([1, 0]);
    expect(told.map(({ name, lag_events, lag_ms }) => [name, lag_events, lag_ms])).toEqual(
      projections.map(({ name, version }) => [`${name}@${version}`, 0, 0]),
    );
  });
});

import { modelCommands } from '@cairn/contracts';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelsService } from '../../service.js';
import { metricsOfVersion } from './queries.js';

const ada = someone();
const EARLIER = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';

interface Sent {
  readonly name?: string;
  readonly step?: number;
  readonly timestamp?: string;
}

describe('the points of a version', () => {
  let running: ServiceUnderTest;
  let model_id: string;
  let version_id: string;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService);
    model_id = await running.make(ada, modelCommands.createModel, { body: { name: 'birds' } }, 'model');
  });
  beforeEach(async () => {
    const input = { model_id, body: {} };
    version_id = await running.make(ada, modelCommands.createModelVersion, input, 'version');
  });
  afterAll(() => running.stop());

  const record = (...points: readonly Sent[]) => {
    const body = { metrics: points.map((point) => ({ name: 'loss', value: 1, ...point })) };
    return running.done(ada, modelCommands.recordModelMetrics, { id: model_id, version_id, body });
  };
  /** Page by page, so that each page goes on where the one before ended. */
  const listed = async (sort: string, filters = {}) => {
    const found: (Sent & object)[] = [];
    let page: Parameters<typeof metricsOfVersion>[2] | undefined = { limit: 2, sort };
    while (page !== undefined) {
      const answer = await metricsOfVersion(
        running.reading(ada),
        { id: model_id, version_id },
        page,
        filters,
      );
      found.push(...(answer?.elements ?? []));
      page = answer?.next && { ...page, after: answer.next };
    }
    return found;
  };
  const steps = async (sort: string, filters = {}) => (await listed(sort, filters)).map(({ step }) => step);
  const names = async (sort: string) => (await listed(sort)).map(({ name }) => name).join('');

  it.each([['timestamp'], ['step'], ['created_at']])(
    'of one request are in its order by %s',
    async (sort) => {
      await record(...[1, 2, 3, 4, 5].map((step) => ({ step })));
      expect(await steps(sort)).toEqual([1, 2, 3, 4, 5]);
      expect(await steps(`-${sort}`)).toEqual([5, 4, 3, 2, 1]);
    },
  );

  it('are by time, then by step, then by request and their place in it', async () => {
    await record(
      { name: 'f', step: 7, timestamp: LATER },
      { name: 'e', step: -2, timestamp: LATER },
      { name: 'b', step: 10, timestamp: EARLIER },
      { name: 'c', step: 10, timestamp: EARLIER },
    );
    await record(
      { name: 'd', step: 10, timestamp: EARLIER },
      { name: 'a', step: 9, timestamp: EARLIER },
      { name: 'g', step: 7, timestamp: LATER },
    );
    expect(await names('timestamp')).toBe('abcdefg');
    expect(await names('-timestamp')).toBe('gfedcba');
    expect(await names('step')).toBe('efgabcd');
    expect(await names('-step')).toBe('dcbagfe');
    expect(await names('created_at')).toBe('febcdag');
  });

  it('are by step as numbers are, however large', async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    await record(...[10, 9, largest, -1, -largest, 0, largest - 1, -10].map((step) => ({ step })));
    expect(await steps('step')).toEqual([-largest, -10, -1, 0, 9, 10, largest - 1, largest]);
  });

  it('are from a time on and until another', async () => {
    await record(
      { step: 1, timestamp: EARLIER },
      { step: 2, timestamp: LATER },
      { step: 3, timestamp: LATER },
    );
    for (const sort of ['timestamp', 'step', 'created_at']) {
      expect(await steps(sort, { from: LATER })).toEqual([2, 3]);
      expect(await steps(sort, { to: '2026-01-02T01:00:00+01:00' })).toEqual([1]);
      expect(await steps(sort, { from: EARLIER, to: LATER, name: 'loss' })).toEqual([1]);
    }
  });

  it('show nothing of how they are kept in order', async () => {
    await record({ step: 1 });
    const [point] = await listed('step');
    expect(Object.keys(point ?? {}).sort()).toEqual([
      ...['created_at', 'description', 'id', 'model_id', 'model_version_id', 'name'],
      ...['step', 'timestamp', 'updated_at', 'value'],
    ]);
  });

  it('are in the same order when they are made anew', async () => {
    await record(...[3, 1, 2].map((step) => ({ step })));
    const before = await listed('created_at');
    expect(before.map(({ step }) => step)).toEqual([3, 1, 2]);
    await running.rebuild('models.metrics');
    expect(await listed('created_at')).toEqual(before);
  });
});

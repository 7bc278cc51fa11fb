import { modelCommands } from '@cairn/contracts';
import { system, sweepAll } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelsService } from './service.js';
import { models } from './models.js';

describe('what is purged', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService);
  });
  afterAll(() => running.stop());

  const pointsOf = (model_version_id: string): Promise<number> =>
    running.engines.documents.count('model_metrics', { fields: { model_version_id } }, 10);
  const sweep = (signal = new AbortController().signal) => sweepAll(models.sweep, running.tools, signal);
  const versionWithPoint = async (model_id: string): Promise<string> => {
    const input = { model_id, body: {} };
    const version_id = await running.make(ada, modelCommands.createModelVersion, input, 'version');
    const body = { metrics: [{ name: 'loss', value: 1 }] };
    await running.done(ada, modelCommands.recordModelMetrics, { id: model_id, version_id, body });
    return version_id;
  };

  it('law 6: keeps none of its points, and what is deleted keeps them', async () => {
    const model_id = await running.make(ada, modelCommands.createModel, { body: { name: 'birds' } }, 'model');
    const [first, second] = [await versionWithPoint(model_id), await versionWithPoint(model_id)];
    await running.done(ada, modelCommands.deleteModelVersion, { model_id, id: second });
    expect(await sweep()).toBe(0);
    await running.done(system, modelCommands.purgeModelVersion, { id: second });
    expect(await sweep(AbortSignal.abort())).toBe(0);
    // The point, and that it is the last of its name.
    expect(await sweep()).toBe(2);
    expect([await pointsOf(first), await pointsOf(second)]).toEqual([1, 0]);
  });
});

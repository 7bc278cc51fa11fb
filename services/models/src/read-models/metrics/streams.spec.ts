import { modelCommands } from '@cairn/contracts';
import { streamOf } from '@cairn/kernel';
import { ServiceUnderTest, someone, streamsOfOneKey } from '@cairn/kernel/testkit';
import { modelMetrics } from '../../domain/metrics/state.js';
import { modelVersion } from '../../domain/version/state.js';
import { modelsService } from '../../service.js';
import { modelVersionById } from '../versions/queries.js';

describe('the stream of the metrics of a version', () => {
  const ada = someone();
  let running: ServiceUnderTest;
  let model_id: string;
  let version_id: string;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(modelsService);
    model_id = await running.make(ada, modelCommands.createModel, { body: { name: 'birds' } }, 'model');
    const input = { model_id, body: {} };
    version_id = await running.make(ada, modelCommands.createModelVersion, input, 'version');
    await record(0.5);
  });
  afterAll(() => running.stop());

  const record = (value: number) => {
    const body = { metrics: [{ name: 'loss', value }] };
    return running.done(ada, modelCommands.recordModelMetrics, { id: model_id, version_id, body });
  };

  it('has an id that no other published stream has, and its events name the version', async () => {
    expect(await streamsOfOneKey(running.engines.log)).toEqual([]);
    const [event] = await running.engines.log.read(streamOf(modelMetrics, version_id));
    expect(event?.data).toMatchObject({ model_id, model_version_id: version_id });
  });

  it('is told to who may read the model, as that of the version is', async () => {
    const mayRead = modelsService.published!.mayRead!;
    for (const stream of [streamOf(modelVersion, version_id), streamOf(modelMetrics, version_id)]) {
      expect(await mayRead(running.reading(ada), stream)).toBe(true);
      expect(await mayRead(running.reading(someone()), stream)).toBe(false);
    }
    expect(await mayRead(running.reading(ada), `modelMetrics-${version_id}`)).toBe(false);
  });

  it('is read as of a time with the version', async () => {
    const [event] = await running.engines.log.read(streamOf(modelMetrics, version_id));
    const { at } = event!.metadata;
    await running.later(at);
    await record(0.25);
    const lossIn = async (reading: ReturnType<typeof running.reading>) =>
      (await modelVersionById(reading, { model_id, id: version_id }))?.resource.metrics?.map(
        ({ value }) => value,
      );
    expect(await lossIn(running.readingAt(ada, at))).toEqual([0.5]);
    expect(await lossIn(running.reading(ada))).toEqual([0.25]);
  });
});

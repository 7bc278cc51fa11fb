import { randomUUID } from 'node:crypto';
import { application, modelCommands } from '@cairn/contracts';
import { categoryOf, type Principal } from '@cairn/kernel';
import { anAdministrator, ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelsService } from './service.js';

const OF_MODELS = ['inference', 'model', 'modelMetrics', 'modelVersion'];

describe('the organization of events', () => {
  const organization = randomUUID();
  const me: Principal = someone();
  let running: ServiceUnderTest;
  beforeEach(async () => {
    running = await ServiceUnderTest.of(modelsService);
  });
  afterEach(() => running.stop());

  /** Of each event in the log, with its type; and the categories that they are of. */
  const told = async (categories = OF_MODELS) => {
    const { events } = await running.engines.log.readAll({ after: '', categories, limit: 1000 });
    return {
      categories: [...new Set(events.map(({ stream }) => categoryOf(stream)))].sort(),
      all: events.map(({ type, metadata }) => [type, metadata.organization]),
    };
  };
  const made = (principal: Principal): Promise<string> =>
    running.make(principal, modelCommands.createModel, { body: { name: 'birds' } }, 'model');
  const muchHappens = async (id: string): Promise<void> => {
    const version_id = await running.make(
      me,
      modelCommands.createModelVersion,
      { model_id: id, body: {} },
      'version',
    );
    const other = await running.make(
      me,
      modelCommands.createModelVersion,
      { model_id: id, body: {} },
      'version',
    );
    const metrics = [{ name: 'accuracy', value: 0.9 }];
    await running.done(me, modelCommands.recordModelMetrics, { id, version_id, body: { metrics } });
    const body = { prediction: 'puffin', confidence: 0.9 };
    const inference = await running.make(me, modelCommands.addInference, { model_id: id, body }, 'inference');
    await running.done(me, modelCommands.updateInference, {
      inference_id: inference,
      body: { hidden: true },
    });
    await running.done(me, modelCommands.deleteInference, { id: inference });
    await running.done(me, modelCommands.deleteModelVersion, { model_id: id, id: other });
    await running.done(me, modelCommands.deleteModel, { id });
  };

  it('is that of the model: on its versions, metrics and inferences too, whoever did it', async () => {
    await muchHappens(await made({ ...me, organizationId: organization }));
    const { categories, all } = await told();
    expect(categories).toEqual(OF_MODELS);
    expect(all.length).toBeGreaterThan(8);
    expect(all).toEqual(all.map(([type]) => [type, organization]));
  });

  it('is none where the model is in none', async () => {
    await muchHappens(await made(me));
    const { categories, all } = await told();
    expect(categories).toEqual(OF_MODELS);
    expect(all).toEqual(all.map(([type]) => [type, undefined]));
  });

  it('is none of applications, which are the administrators’, whoever makes them', async () => {
    const root = { ...anAdministrator(), organizationId: organization };
    await running.done(root, application.commands.create, { body: { name: 'tagger' } });
    const { all } = await told(['application']);
    expect(all).toEqual([['models.application.created.v1', undefined]]);
  });
});

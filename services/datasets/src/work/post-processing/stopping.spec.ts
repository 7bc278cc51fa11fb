/** When post-processors work, pause and stop. */
import { randomUUID } from 'node:crypto';
import { postProcessor } from '@cairn/contracts';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { classification } from '../../testing/told-labeller.js';

let world: LabellingDatasets;
beforeEach(async () => {
  world = await LabellingDatasets.start();
});
afterEach(() => world.stop());

describe('a post-processor', () => {
  const save = (id: string, body: Record<string, unknown>) =>
    world.under.done(world.owner, postProcessor.commands.update, { dataset_id: world.dataset_id, id, body });

  it.each([1, 2, 3])('has its turn when others have jobs that wait, read %i at a time', async (page) => {
    await world.postProcessor({ order: 1 });
    const items = [await world.item(), await world.item()];
    await world.until(async () => (await world.jobs()).length === items.length);
    const busy = await world.postProcessor({ order: 2 });
    await world.request(items[0]!, busy.id);
    world.models.deed = ({ model_id }) =>
      model_id === busy.model_id ? { refuses: 'model_busy' } : { answers: [classification('spam')] };
    world.startWorker(world.tools, { atOnce: 1, page });
    const isDone = async (item: string) => (await world.outcomesOf(item)).includes('applied');
    await world.until(async () => (await Promise.all(items.map(isDone))).every((each) => each));
  });

  it('that is disabled is paused: its jobs wait, and go on when it is enabled', async () => {
    const { id } = await world.postProcessor();
    const item = await world.item();
    await world.until(async () => (await world.jobsOf(item)).length === 1);
    await save(id, { enabled: false });
    world.startWorker();
    await world.item();
    for (let looks = 0; looks < 20; looks += 1) await world.until(async () => true);
    expect(await world.jobs()).toMatchObject([{ status: 'pending', attempts: 0 }]);
    await save(id, { enabled: true });
    await world.settled();
    expect(await world.outcomesOf(item)).toEqual(['applied']);
  });

  it('that is deleted: its jobs end, and the next one is asked', async () => {
    const first = await world.postProcessor({ order: 1 });
    await world.postProcessor({ order: 2 });
    const item = await world.item();
    await world.until(async () => (await world.jobsOf(item)).length === 1);
    const gone = { dataset_id: world.dataset_id, id: first.id };
    await world.under.done(world.owner, postProcessor.commands.remove, gone);
    world.startWorker();
    await world.settled();
    expect(await world.jobsOf(item)).toMatchObject([
      { error_code: 'post_processor_gone' },
      { outcome: 'applied' },
    ]);
  });

  it('that is deleted while its model is asked: its job says so, and the next one is asked', async () => {
    const first = await world.postProcessor({ order: 1 });
    await world.postProcessor({ order: 2 });
    let isGone = false;
    world.models.deed = async () => {
      const gone = { dataset_id: world.dataset_id, id: first.id };
      if (!isGone) await world.under.done(world.owner, postProcessor.commands.remove, gone);
      isGone = true;
      return { answers: [classification('spam')] };
    };
    const item = await world.item();
    world.startWorker();
    await world.settled();
    expect(await world.jobsOf(item)).toMatchObject([
      { error_code: 'post_processor_gone' },
      { outcome: 'applied' },
    ]);
  });

  it('that asks a provider is stopped when an item comes, and the next one is asked', async () => {
    const external = { external_provider: 'openai', external_model: 'gpt', order: 1 };
    const { id } = await world.postProcessor(external);
    await world.postProcessor({ order: 2 });
    world.startWorker();
    const item = await world.item();
    await world.settled();
    expect(await world.settings(id)).toMatchObject({ enabled: false, stopped_reason: 'provider_not_served' });
    expect(await world.outcomesOf(item)).toEqual(['applied']);
  });

  it.each([
    ['saver_unavailable', () => void world.gone.add(world.owner.userId)],
    ['entity_unavailable', (model: string) => void world.models.revoked.add(model)],
  ])('is stopped with %s, its jobs wait, and enabling it starts it again', async (reason, take) => {
    const { id, model_id } = await world.postProcessor();
    const item = await world.item();
    take(model_id);
    world.startWorker();
    await world.until(async () => !(await world.settings(id)).enabled);
    expect(await world.settings(id)).toMatchObject({ stopped_reason: reason });
    expect((await world.jobsOf(item)).map(({ status }) => status)).toEqual(['pending']);
    await save(id, { description: 'of mails' });
    expect(await world.settings(id)).toMatchObject({ stopped_reason: reason });
    world.gone.clear();
    world.models.revoked.clear();
    await save(id, { enabled: true });
    await world.settled();
    expect(await world.settings(id)).toMatchObject({ stopped_reason: '' });
    expect(await world.outcomesOf(item)).toEqual(['applied']);
  });

  it('whose saver loses the right to write while the model is asked writes nothing, and is stopped (S40)', async () => {
    const org = await LabellingDatasets.start({ organization_id: randomUUID() });
    const { id } = await org.postProcessor();
    org.models.deed = () => {
      org.left.add(org.owner.userId);
      return { answers: [classification('spam')] };
    };
    const item = await org.item();
    org.startWorker();
    await org.until(async () => !(await org.settings(id)).enabled);
    expect(await org.settings(id)).toMatchObject({ stopped_reason: 'entity_unavailable' });
    expect((await org.itemNow(item)).annotations).toEqual({});
    await org.stop();
  });

  it('is stopped when the account has no room for an answer, and nothing of it is written (S47)', async () => {
    const full = await LabellingDatasets.start({ quotas: { datasets: 0, items: 0, bytes: 50_000 } });
    const { id } = await full.postProcessor();
    const answers = Array.from({ length: 1_000 }, (_, place) => classification(`label ${place}`, 0.5));
    full.models.deed = () => ({ answers });
    const item = await full.item();
    full.startWorker();
    await full.until(async () => (await full.jobs())[0]?.error_code === 'quota_reached');
    expect(await full.settings(id)).toMatchObject({ enabled: false, stopped_reason: 'quota_reached' });
    expect(await full.jobs()).toMatchObject([{ status: 'pending' }]);
    expect((await full.itemNow(item)).annotations).toEqual({});
    await full.stop();
  });

  it('of which 20 jobs in a row failed alike is stopped', async () => {
    const { id } = await world.postProcessor();
    world.models.deed = () => ({ fails: 'no words' });
    for (let count = 0; count < 22; count += 1) await world.item({ text: `Mail ${count}` });
    world.startWorker();
    await world.until(async () => !(await world.settings(id)).enabled);
    expect(await world.settings(id)).toMatchObject({ stopped_reason: 'failing' });
  });
});

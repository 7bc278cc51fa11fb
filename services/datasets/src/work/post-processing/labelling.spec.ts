/** What post-processors do with items, by the commands of the service; their models are told what to answer. */
import { datasetCommands as commands } from '@cairn/contracts';
import { CrashingTools } from '@cairn/kernel/testkit';
import { LabellingDatasets } from '../../testing/labelling-datasets.js';
import { classification, transcription } from '../../testing/told-labeller.js';

const DAY_MS = 24 * 3_600_000;

let world: LabellingDatasets;
beforeEach(async () => {
  world = await LabellingDatasets.start();
});
afterEach(() => world.stop());

describe('an item that comes', () => {
  it('is labelled once, and the annotation tells of which job, model and inference it is', async () => {
    const { id, model_id } = await world.postProcessor();
    world.startWorker();
    const item = await world.item();
    const [job] = await world.settled();
    const [annotation] = Object.values((await world.itemNow(item)).annotations);
    expect(annotation).toMatchObject({
      ...{ type: 'classification', confidence: 0.9, source: 'post_processor' },
      ...{ post_processor_id: id, post_processor_job_id: job!.id, model_id, user_id: world.owner.userId },
      inference_id: job!.inference_id,
    });
    expect(await world.labelsOf(item)).toEqual(['spam']);
    expect(job).toMatchObject({ status: 'completed', outcome: 'applied', applied: 1, left: [], attempts: 1 });
    expect(world.models.questions.filter(({ item_id }) => item_id === item)).toMatchObject([
      { model_id, text: 'You have won', user_id: world.owner.userId },
    ]);
  });

  it('goes from one post-processor to the next, in their order', async () => {
    const last = await world.postProcessor({ order: 2 });
    const first = await world.postProcessor({ order: 1 });
    world.startWorker();
    const item = await world.item();
    await world.settled();
    const asked = world.models.questions.filter(({ item_id }) => item_id === item);
    expect(asked.map(({ model_id }) => model_id)).toEqual([first.model_id, last.model_id]);
  });

  it('is written what a sound says, and the next one reads that', async () => {
    world.models.deed = ({ file, text }) => ({
      answers: [file === undefined ? classification(text!) : transcription('You have won')],
    });
    await world.postProcessor({ reads: 'file', output_target: 'text', order: 1 });
    await world.postProcessor({ order: 2 });
    world.startWorker();
    const item = await world.item({ name: 'a call' });
    await world.upload(item, 'sound');
    await world.settled();
    expect((await world.itemNow(item)).text).toBe('You have won');
    expect(await world.labelsOf(item)).toEqual(['You have won']);
    expect(await world.outcomesOf(item)).toEqual(['applied', 'applied']);
  });
});

describe('a job that is there before the one that asks for it has ended', () => {
  it('is done once, whichever is first', async () => {
    const { id: post_processor_id } = await world.postProcessor({ order: 1 });
    const { id: next } = await world.postProcessor({ order: 2 });
    const item_id = await world.item();
    await world.until(async () => (await world.jobsOf(item_id)).length === 1);
    await world.request(item_id, next);
    world.startWorker();
    await world.settled();
    const jobs = await world.jobsOf(item_id);
    expect(jobs.map((job) => job.post_processor_id).sort()).toEqual([post_processor_id, next].sort());
    expect(jobs.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'nothing']);
    expect(await world.labelsOf(item_id)).toEqual(['spam']);
  });
});

describe('an item that a person changes', () => {
  it('is labelled anew: what nobody has touched is replaced, what somebody changed stays', async () => {
    await world.postProcessor();
    world.startWorker();
    const item = await world.item({ text: 'You have won' });
    await world.settled();
    await world.change(item, { text: 'See you tomorrow' });
    await world.settled();
    expect(await world.labelsOf(item)).toEqual(['ham']);
    const { annotations } = await world.itemNow(item);
    const [own] = Object.values(annotations);
    const { id, type, label_id } = own!;
    await world.change(item, {
      annotations: [{ id, type, label_id, ground_truth: true }],
      text: 'You have won again',
    });
    await world.settled();
    expect(await world.labelsOf(item)).toEqual(['ham', 'spam']);
  });

  it('while the model is asked, is not written on: the newer text has a job of its own', async () => {
    await world.postProcessor();
    let item = '';
    world.models.deed = async ({ text, item_id }) => {
      if (item_id === item && text === 'You have won') await world.change(item, { text: 'Bye' });
      return { answers: [classification(text!)] };
    };
    item = await world.item();
    world.startWorker();
    await world.settled();
    expect(await world.outcomesOf(item)).toEqual(['overtaken', 'applied']);
    expect(await world.labelsOf(item)).toEqual(['Bye']);
  });

  it('keeps a transcript that a person corrected, and its sound is not asked about again', async () => {
    world.models.deed = ({ file }) => ({ answers: [transcription(file === undefined ? 'no' : 'You won')] });
    await world.postProcessor({ reads: 'file', output_target: 'text' });
    world.startWorker();
    const item = await world.item({ name: 'a call' });
    await world.upload(item, 'sound');
    await world.settled();
    await world.change(item, { text: 'You have won' });
    await world.settled();
    expect((await world.itemNow(item)).text).toBe('You have won');
    expect(world.models.questions.filter(({ item_id }) => item_id === item)).toHaveLength(1);
    await world.upload(item, 'another sound');
    await world.settled();
    expect((await world.itemNow(item)).text).toBe('You have won');
    expect((await world.outcomesOf(item)).at(-1)).toBe('kept_theirs');
  });
});

describe('a dataset of one classification an item', () => {
  it('keeps that of a person, and tells that the model says otherwise', async () => {
    const single = await LabellingDatasets.start({ multi_label: false });
    await single.postProcessor();
    const body = { name: 'ham' };
    const label = { dataset_id: single.dataset_id, version_id: single.version_id, body };
    const label_id = await single.under.make(single.owner, commands.createLabel, label, 'label');
    single.startWorker();
    const item = await single.item({
      text: 'You have won',
      annotations: [{ type: 'classification', label_id }],
    });
    const [job] = await single.settled();
    expect(await single.labelsOf(item)).toEqual(['ham']);
    expect(job).toMatchObject({
      outcome: 'kept_theirs',
      applied: 0,
      left: [{ code: 'kept_theirs', count: 1 }],
    });
    await single.stop();
  });
});

describe('labels', () => {
  it('that somebody deleted are not made anew', async () => {
    await world.postProcessor();
    world.startWorker();
    await world.item();
    await world.settled();
    const version = { dataset_id: world.dataset_id, version_id: world.version_id };
    const document = await world.tools.documents.get('dataset_versions', world.version_id);
    const labels = Object.values(document!['labels'] as Record<string, { id: string; name: string }>);
    const { id } = labels.find(({ name }) => name === 'spam')!;
    await world.under.done(world.owner, commands.deleteLabel, { ...version, id });
    const item = await world.item();
    await world.settled();
    expect(await world.labelsOf(item)).toEqual([]);
    expect(await world.jobsOf(item)).toMatchObject([
      { outcome: 'nothing', left: [{ code: 'label_deleted', count: 1 }] },
    ]);
  });

  it('are not made where the post-processor may not', async () => {
    await world.postProcessor({ auto_create_labels: false });
    world.startWorker();
    const item = await world.item();
    await world.settled();
    expect(await world.jobsOf(item)).toMatchObject([
      { outcome: 'nothing', left: [{ code: 'label_unknown', count: 1 }] },
    ]);
  });
});

describe('a job', () => {
  it('that fails tells why, lets the next one go on, and is retried with three more attempts', async () => {
    const first = await world.postProcessor({ order: 1 });
    await world.postProcessor({ order: 2 });
    world.models.deed = ({ model_id }) =>
      model_id === first.model_id ? { fails: 'no words' } : { answers: [classification('spam')] };
    world.startWorker();
    const item = await world.item();
    await world.settled();
    const [failed, completed] = await world.jobsOf(item);
    expect(failed).toMatchObject({ status: 'failed', error_code: 'model_failed', error: 'no words' });
    expect(completed).toMatchObject({ status: 'completed', outcome: 'applied' });
    world.models.deed = () => ({ answers: [classification('ham')] });
    await world.retry(item, failed!.id);
    await world.settled();
    expect((await world.jobsOf(item))[0]).toMatchObject({
      status: 'completed',
      max_attempts: 4,
      attempts: 2,
    });
    expect(new Set(await world.labelsOf(item))).toEqual(new Set(['spam', 'ham']));
  });

  it.each(['is away', { refuses: 'model_busy' }] as const)(
    'waits without using up an attempt while the model %j, however long nobody asked before',
    async (deed) => {
      await world.postProcessor();
      let asked = 0;
      world.models.deed = () => {
        asked += 1;
        return asked < 6 ? deed : { answers: [classification('spam')] };
      };
      const item = await world.item();
      await world.until(async () => (await world.jobsOf(item)).length === 1);
      world.pass(2 * DAY_MS);
      world.startWorker();
      await world.until(async () => (await world.jobsOf(item))[0]?.status === 'completed');
      expect(await world.jobsOf(item)).toMatchObject([{ attempts: 1, outcome: 'applied' }]);
      expect(asked).toBe(6);
    },
  );

  it('that has waited for a day fails for that reason', async () => {
    await world.postProcessor();
    world.models.deed = () => ({ refuses: 'model_busy' });
    world.startWorker();
    const item = await world.item();
    await world.until(async () => {
      world.pass(3_600_000);
      return (await world.jobsOf(item))[0]?.status === 'failed';
    });
    expect(await world.jobsOf(item)).toMatchObject([{ error_code: 'model_busy' }]);
  });

  it('whose worker ends three times without a word fails', async () => {
    await world.postProcessor();
    world.models.deed = () => 'is silent';
    const item = await world.item();
    for (let times = 1; times <= 3; times += 1) {
      const dying = new CrashingTools(world.tools);
      const worker = world.startWorker(dying.tools);
      await world.until(async () => (await world.jobsOf(item))[0]?.attempts === times);
      dying.kill();
      world.passLeases();
      dying.bury();
      await world.forget(worker);
    }
    world.startWorker();
    await world.until(async () => (await world.jobsOf(item))[0]?.status === 'failed');
    expect(await world.jobsOf(item)).toMatchObject([{ error_code: 'internal', attempts: 3 }]);
  });

  it('of an item that is gone by then fails, and asks nobody else', async () => {
    await world.postProcessor({ order: 1 });
    await world.postProcessor({ order: 2 });
    const item = await world.item();
    await world.until(async () => (await world.jobsOf(item)).length === 1);
    const version = { dataset_id: world.dataset_id, version_id: world.version_id };
    await world.under.done(world.owner, commands.deleteDatasetItem, { ...version, id: item });
    world.startWorker();
    await world.settled();
    expect(await world.jobsOf(item)).toMatchObject([{ status: 'failed', error_code: 'item_gone' }]);
  });
});

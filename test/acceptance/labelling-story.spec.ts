/** A dataset labels itself with two models: as items come, through a kill, and leaves alone what a person said. */
import { foundFirm, joinFirm } from '../support/firm.js';
import { LabellingDataset, labelsOf, untilIsSo } from '../support/labelling.js';
import { leaveOut } from '../support/left-out.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies, type Topology } from '../support/topology.js';
import { MODELS_NEED, runsModels } from '../support/two-numbers.js';

const FORBIDDEN = { code: 'forbidden' };
const UNAVAILABLE = { code: 'model_unavailable' };
const ITEMS = 200;
/** A start of a dozen processes, on a machine that others use. */
const LONGEST_MS = 600_000;

const labelled = (topology: Topology): void => {
  let cairn: RunningCairn;
  let ada: Person;
  let dataset: LabellingDataset;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    dataset = await LabellingDataset.make(ada);
  });
  afterAll(() => cairn.remove());

  it('an item that comes is labelled by both, each once, and says so', async () => {
    const { params, postProcessors } = dataset;
    await ada.client.call('createDatasetItem', { params, body: { name: 'one', text: '3,0' } });
    const [item] = await dataset.labelled(1);
    expect(labelsOf(item!)).toEqual(['first left', 'second left']);
    expect(item!.job_status).toMatchObject({ status: 'completed', total: 2, failed: 0 });
    expect(item!.annotations.map((each) => each.post_processor_id)).toEqual(postProcessors);
    const { body: jobs } = await ada.client.call('listItemJobs', {
      params: { ...params, item_id: item!.id },
    });
    expect(jobs).toMatchObject([
      { post_processor_name: 'first', item_name: 'one', outcome: 'applied', attempts: 1 },
      { post_processor_name: 'second', item_name: 'one', outcome: 'applied', attempts: 1 },
    ]);
    const { body: inferences } = await ada.client.call('listInferences', { query: { limit: 10 } });
    expect(inferences.map(({ post_processor }) => post_processor?.job_id).sort()).toEqual(
      jobs.map(({ id }) => id).sort(),
    );
  });

  it('S24: who may read or write the dataset sees what its models answered, and may use neither them nor their inferences', async () => {
    const { params, postProcessors } = dataset;
    const [first = ''] = postProcessors;
    const circle = await foundFirm(ada);
    const shared = async (name: string, role_slug: 'share_viewer' | 'share_editor'): Promise<Person> => {
      const person = await somebody(cairn, name);
      await joinFirm(cairn, circle, ada, person);
      const body = { user_id: person.id, role_slug, without_invite: true };
      await ada.client.call('createDatasetShare', { params: { id: params.dataset_id }, body });
      return person;
    };
    const [viewer, editor] = [await shared('ben', 'share_viewer'), await shared('eve', 'share_editor')];
    const post = { dataset_id: params.dataset_id, id: first };
    const tried = async ({ client }: Person) =>
      (await client.try('tryDatasetPostProcessor', { params: post, body: { text: '3,0' } })).body;
    const saved = async ({ client }: Person) =>
      (await client.try('updateDatasetPostProcessor', { params: post, body: { name: 'mine' } })).body;
    for (const who of [viewer, editor]) {
      const [job] = (await who.client.call('listPostProcessorJobs', { params })).body;
      expect(job).toMatchObject({ outcome: 'applied', result: expect.stringContaining('first left') });
      const model = { params: { id: job!.model_id! } };
      expect((await who.client.try('getModel', model)).status).toBe(404);
      const inference = { params: { id: job!.inference_id! } };
      expect((await who.client.try('getInference', inference)).status).toBe(404);
    }
    expect([await tried(viewer), await saved(viewer)]).toMatchObject([FORBIDDEN, FORBIDDEN]);
    expect([await tried(editor), await saved(editor)]).toMatchObject([UNAVAILABLE, UNAVAILABLE]);
  });

  it(
    'R6: killed in the middle, every item has each annotation once',
    async () => {
      await dataset.makeItems(ITEMS);
      await untilIsSo(async () => {
        const done = (await dataset.jobs()).filter(({ status }) => status === 'completed').length;
        return done > ITEMS / 4;
      });
      await cairn.end('SIGKILL');
      await cairn.again();
      expect(await dataset.differences(ITEMS + 1)).toEqual([]);
    },
    LONGEST_MS,
  );

  it('what a person changes is labelled anew, and what a person said stays', async () => {
    const [item] = await dataset.items();
    const [kept] = item!.annotations;
    const { id, type, label_id } = kept!;
    const annotations = [{ id, type, label_id, ground_truth: true }];
    const params = { ...dataset.params, id: item!.id };
    await ada.client.call('updateDatasetItem', { params, body: { text: '0,3', annotations } });
    await untilIsSo(async () => (await dataset.items())[0]?.job_status?.completed === 4);
    const [changed] = await dataset.items();
    expect(labelsOf(changed!)).toEqual(['first left', 'first right', 'second right']);
    expect(changed!.annotations.find((each) => each.id === id)).toMatchObject({ ground_truth: true });
  });
};

/** Nothing is installed that runs models: of what came it is told that it failed, and why. */
const unlabelled = (topology: Topology): void => {
  it('says of each item that no model can be run here', async () => {
    const cairn = await topology.shared();
    const ada = await somebody(cairn);
    const dataset = await LabellingDataset.make(ada);
    await dataset.makeItems(1);
    await untilIsSo(async () => (await dataset.items())[0]?.job_status?.failed === 2);
    const [item] = await dataset.items();
    expect(item!.annotations).toEqual([]);
    expect(item!.job_status).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('what runs models was not installed'),
    });
    await cairn.leave();
  });
};

if (!runsModels) leaveOut(MODELS_NEED);
describe.each(topologies)('a dataset that labels itself, on $name', runsModels ? labelled : unlabelled);

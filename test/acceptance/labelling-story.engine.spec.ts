/** A dataset labels itself with two models: as items come, through a kill, and leaves alone what a person said. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ItemWithJobStatus, PostProcessorJob } from '@cairn/contracts';
import { wholeList } from '../support/executions/effects.js';
import { uploadedModel } from '../support/executions/executing.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { twoNumbersModel } from '../support/two-numbers.js';

const ITEMS = 200;
/** A start of a dozen processes, on a machine that others use. */
const LONGEST_MS = 600_000;

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(100);
};

describe.each(topologies)('a dataset that labels itself, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let dataset_id: string;
  let version_id: string;
  const postProcessors: string[] = [];
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    const { body: dataset } = await ada.client.call('createDataset', {
      body: { name: 'Pairs', multi_label: true },
    });
    dataset_id = dataset.id;
    version_id = dataset.active_version_id!;
    for (const [order, name] of ['first', 'second'].entries()) {
      const labels = ['left', 'right', 'even'].map((label) => `${name} ${label}`);
      const model = await uploadedModel(ada, { name }, twoNumbersModel(`${name} of ${ada.id}`), labels);
      const body = { name, model_id: model.id, order, auto_create_labels: true };
      const made = await ada.client.call('createDatasetPostProcessor', { params: { dataset_id }, body });
      postProcessors.push(made.body.id);
    }
  });
  afterAll(() => cairn.remove());

  const params = () => ({ dataset_id, version_id });
  const items = (): Promise<readonly ItemWithJobStatus[]> =>
    wholeList(ada.client.pages('listDatasetItems', { params: params(), query: { limit: 100 } }));
  const jobs = (): Promise<readonly PostProcessorJob[]> =>
    wholeList(ada.client.pages('listPostProcessorJobs', { params: { dataset_id }, query: { limit: 100 } }));
  const labelsOf = ({ annotations }: ItemWithJobStatus): readonly string[] =>
    annotations.map(({ label }) => label?.name ?? '').sort();
  const labelled = async (count: number): Promise<readonly ItemWithJobStatus[]> => {
    let found: readonly ItemWithJobStatus[] = [];
    await until(async () => {
      found = await items();
      return found.length === count && found.every(({ job_status }) => job_status?.completed === 2);
    });
    return found;
  };

  it('an item that comes is labelled by both, each once, and says so', async () => {
    const body = { name: 'one', text: '3,0' };
    await ada.client.call('createDatasetItem', { params: params(), body });
    const [item] = await labelled(1);
    expect(labelsOf(item!)).toEqual(['first left', 'second left']);
    expect(item!.job_status).toMatchObject({ status: 'completed', total: 2, failed: 0 });
    expect(item!.annotations.map((each) => each.post_processor_id)).toEqual(postProcessors);
    const { body: detailed } = await ada.client.call('listItemJobs', {
      params: { ...params(), item_id: item!.id },
    });
    expect(detailed).toMatchObject([
      { post_processor_name: 'first', item_name: 'one', outcome: 'applied', attempts: 1 },
      { post_processor_name: 'second', item_name: 'one', outcome: 'applied', attempts: 1 },
    ]);
    const { body: inferences } = await ada.client.call('listInferences', { query: { limit: 10 } });
    expect(inferences.map(({ post_processor }) => post_processor?.job_id)).toEqual(
      expect.arrayContaining(detailed.map(({ id }) => id)),
    );
  });

  it(
    'R6: killed in the middle, every item has each annotation once',
    async () => {
      const create = Array.from({ length: ITEMS }, (_, place) => ({ text: place % 2 === 0 ? '3,0' : '0,3' }));
      await ada.client.call('bulkDatasetItems', { params: params(), body: { create } });
      await until(async () => {
        const done = (await jobs()).filter(({ status }) => status === 'completed').length;
        return done > ITEMS / 4;
      });
      await cairn.end('SIGKILL');
      await cairn.again();
      const found = await labelled(ITEMS + 1);
      const expected = (text: string) =>
        text === '3,0' ? ['first left', 'second left'] : ['first right', 'second right'];
      for (const item of found) expect(labelsOf(item)).toEqual(expected(item.text));
      expect(await jobs()).toHaveLength(2 * (ITEMS + 1));
    },
    LONGEST_MS,
  );

  it('what a person changes is labelled anew, and what a person said stays', async () => {
    const [item] = await items();
    const [kept] = item!.annotations;
    const { id, type, label_id } = kept!;
    const annotations = [{ id, type, label_id, ground_truth: true }];
    await ada.client.call('updateDatasetItem', {
      params: { ...params(), id: item!.id },
      body: { text: '0,3', annotations },
    });
    await until(async () => (await items())[0]?.job_status?.completed === 4);
    const [changed] = await items();
    expect(labelsOf(changed!)).toEqual(['first left', 'first right', 'second right']);
    expect(changed!.annotations.find((each) => each.id === id)).toMatchObject({ ground_truth: true });
  });
});

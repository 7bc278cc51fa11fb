import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ProblemError } from '@cairn/client';
import type { ItemWithJobStatus, PostProcessorJob } from '@cairn/contracts';
import { wholeList } from './executions/effects.js';
import { uploadedModel } from './executions/executing.js';
import type { Person } from './people.js';
import { twoNumbersModel } from './two-numbers.js';

const BETWEEN_MS = 100;
const LIMIT = 100;

/** The two texts that items have, and which class a model of two numbers calls each. */
const CLASSES: Readonly<Record<string, string>> = { '3,0': 'left', '0,3': 'right' };
const MODELS = ['first', 'second'] as const;

/** Waits until something is so. What cannot be asked meanwhile is asked again. */
export const untilIsSo = async (holds: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      if (error instanceof ProblemError && error.status < 500) throw error;
    }
    await pause(BETWEEN_MS);
  }
};

/** A dataset whose items two post-processors label, one after the other. */
export class LabellingDataset {
  private constructor(
    private readonly client: Client,
    readonly params: { readonly dataset_id: string; readonly version_id: string },
    /** In the order in which they work. */
    readonly postProcessors: readonly string[],
  ) {}

  static async make({ client, id }: Person): Promise<LabellingDataset> {
    const { body: dataset } = await client.call('createDataset', {
      body: { name: 'Pairs', multi_label: true },
    });
    const dataset_id = dataset.id;
    const postProcessors: string[] = [];
    for (const [order, name] of MODELS.entries()) {
      const labels = ['left', 'right', 'even'].map((label) => `${name} ${label}`);
      const model = await uploadedModel({ client }, { name }, twoNumbersModel(`${name} of ${id}`), labels);
      const body = { name, model_id: model.id, order, auto_create_labels: true };
      const { body: made } = await client.call('createDatasetPostProcessor', {
        params: { dataset_id },
        body,
      });
      postProcessors.push(made.id);
    }
    return new LabellingDataset(
      client,
      { dataset_id, version_id: dataset.active_version_id! },
      postProcessors,
    );
  }

  /** Items with either text in turn. */
  async makeItems(count: number): Promise<void> {
    const texts = Object.keys(CLASSES);
    const create = Array.from({ length: count }, (_, place) => ({ text: texts[place % texts.length]! }));
    await this.client.call('bulkDatasetItems', { params: this.params, body: { create } });
  }

  /** The oldest first. */
  items(): Promise<readonly ItemWithJobStatus[]> {
    const query = { limit: LIMIT };
    return wholeList(this.client.pages('listDatasetItems', { params: this.params, query }));
  }

  jobs(): Promise<readonly PostProcessorJob[]> {
    const params = { dataset_id: this.params.dataset_id };
    return wholeList(this.client.pages('listPostProcessorJobs', { params, query: { limit: LIMIT } }));
  }

  /** The items, once there are so many and both have worked on each. */
  async labelled(count: number): Promise<readonly ItemWithJobStatus[]> {
    let found: readonly ItemWithJobStatus[] = [];
    await untilIsSo(async () => {
      found = await this.items();
      return (
        found.length === count && found.every(({ job_status }) => job_status?.completed === MODELS.length)
      );
    });
    return found;
  }

  /** Items that do not have each annotation once, and jobs that are there twice, or too few. */
  async differences(count: number): Promise<readonly unknown[]> {
    const items = await this.labelled(count);
    const wrong = items.filter((item) => labelsOf(item).join() !== expectedOf(item.text).join());
    const jobs = await this.jobs();
    const pairs = new Set(jobs.map((job) => `${job.dataset_item_id} ${job.post_processor_id}`));
    const expected = MODELS.length * count;
    const isWhole = jobs.length === expected && pairs.size === expected;
    return [...wrong, ...(isWhole ? [] : [{ jobs: jobs.length, pairs: pairs.size, expected }])];
  }
}

export const labelsOf = ({ annotations }: ItemWithJobStatus): readonly string[] =>
  annotations.map(({ label }) => label?.name ?? '').sort();

/** The labels of an item with a text, in the order of the alphabet. */
const expectedOf = (text: string): readonly string[] =>
  MODELS.map((name) => `${name} ${CLASSES[text] ?? ''}`);

import type { PostProcessorJob } from '@cairn/contracts';
import type { Person } from './people.js';

interface OfItem {
  readonly dataset_id: string;
  readonly version_id: string;
  readonly item_id: string;
}

/** The failed jobs of an item once there are so many, the last one first. */
const failedJobs = async (
  { client }: Person,
  item: OfItem,
  count: number,
): Promise<readonly PostProcessorJob[]> => {
  for (;;) {
    const query = { status: 'failed', sort: '-created_at' };
    const { body } = await client.call('listItemJobs', { params: item, query });
    if (body.length >= count) return body;
  }
};

/**
 * One more failed job of an item, of a new post-processor that asks a model which cannot be run. It works for that only:
 * elsewhere items change by what callers do alone.
 */
export const failJob = async (
  person: Person,
  item: OfItem,
  model_id: string,
  text: string,
): Promise<string> => {
  const { client } = person;
  const { dataset_id, version_id, item_id: id } = item;
  const there = await failedJobs(person, item, 0);
  const { body: asking } = await client.call('createDatasetPostProcessor', {
    params: { dataset_id },
    body: { name: 'asks', model_id },
  });
  await client.call('updateDatasetItem', { params: { dataset_id, version_id, id }, body: { text } });
  const [job] = await failedJobs(person, item, there.length + 1);
  await client.call('updateDatasetPostProcessor', {
    params: { dataset_id, id: asking.id },
    body: { enabled: false },
  });
  return job!.id;
};

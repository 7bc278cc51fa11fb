import type { PostProcessorStanding } from '@cairn/contracts';
import { type Backlog, type Documents, pagesOf, type QueryContext, sent } from '@cairn/kernel';
import {
  POST_PROCESSOR_JOBS,
  POST_PROCESSOR_QUEUES,
  type PostProcessorJobDocument,
  type QueueDocument,
} from './documents.js';

type Finding = Pick<Documents, 'find' | 'findPage'>;

const QUEUES_AT_ONCE = 100;
/** Jobs of those that work may be taken, and of those that are deleted: these end. */
const TAKEN = [
  { deleted: false, enabled: true },
  { deleted: true, enabled: [true, false] },
];

/** Post-processors that have jobs which somebody may take, some at a time. */
export async function* openQueues(
  documents: Finding,
  atOnce = QUEUES_AT_ONCE,
): AsyncGenerator<readonly QueueDocument[], void, void> {
  for (const fields of TAKEN) {
    const filter = { fields: { ...fields, open: { from: 1 } } };
    for await (const page of pagesOf(documents, POST_PROCESSOR_QUEUES, filter, atOnce, 'open'))
      yield page as readonly QueueDocument[];
  }
}

/** Since when the oldest open job of a post-processor waits. */
const oldestOf = async (documents: Finding, post_processor_id: string): Promise<string | undefined> => {
  const filter = { fields: { post_processor_id, open: true } };
  const [job] = await documents.find(POST_PROCESSOR_JOBS, { filter, sort: 'created_at', limit: 1 });
  return (job as PostProcessorJobDocument | undefined)?.created_at;
};

/** What waits for the worker: no jobs of post-processors that are disabled or stopped. */
export const waitingPostProcessorJobs = async (documents: Finding): Promise<Backlog> => {
  let waiting = 0;
  let since: string | undefined;
  for await (const queues of openQueues(documents)) {
    waiting += queues.reduce((sum, { open }) => sum + open, 0);
    const oldest = await Promise.all(queues.map(({ id }) => oldestOf(documents, id)));
    [since] = [...oldest, since].filter((at) => at !== undefined).sort();
  }
  return { waiting, ...sent({ since }) };
};

/** How far some post-processors of a page are, by their ids. Of the past nothing is told. */
export const standingOf = async (
  { documents, today }: Pick<QueryContext, 'documents' | 'today'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PostProcessorStanding>> => {
  if (documents !== today) return new Map();
  const queues = (await today.getMany(POST_PROCESSOR_QUEUES, ids)) as readonly QueueDocument[];
  const told = queues.map(async ({ id, open: waiting, failed }) => {
    const oldest_waiting_at = waiting > 0 ? await oldestOf(today, id) : undefined;
    return [id, { waiting, failed, ...sent({ oldest_waiting_at }) }] as const;
  });
  return new Map(await Promise.all(told));
};

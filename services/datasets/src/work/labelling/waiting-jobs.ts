import { type Documents, pagesOf } from '@cairn/kernel';
import {
  POST_PROCESSOR_QUEUES,
  type QueueDocument,
} from '../../read-models/post-processor-jobs/documents.js';

const QUEUES = 100;

/**
 * How many jobs of the post-processors of a dataset somebody will work on. Those of a disabled one wait for a person, and
 * hold nobody up.
 */
export const waitingJobsOf = async (
  documents: Pick<Documents, 'findPage'>,
  dataset_id: string,
): Promise<number> => {
  let waiting = 0;
  const filter = { fields: { dataset_id, open: { from: 1 } } };
  for await (const page of pagesOf(documents, POST_PROCESSOR_QUEUES, filter, QUEUES, 'open'))
    for (const { open, enabled, deleted } of page as readonly QueueDocument[])
      waiting += enabled || deleted ? open : 0;
  return waiting;
};

import type { Documents } from '@cairn/kernel';
import {
  POST_PROCESSOR_JOBS,
  type PostProcessorJobDocument,
} from '../../read-models/post-processor-jobs/documents.js';
import { POST_PROCESSORS, type PostProcessorDocument } from '../../read-models/post-processors.js';

/** So many jobs in a row that failed alike stop a post-processor. */
const ALIKE = 20;
/** These say nothing of the post-processor. */
const OF_ITEMS: ReadonlySet<string> = new Set(['item_gone', 'post_processor_gone']);

/** Whether the last jobs of a post-processor all failed with this code, since somebody saved it. */
export const isFailingAlike = async (
  documents: Pick<Documents, 'find' | 'get'>,
  post_processor_id: string,
  code: string,
): Promise<boolean> => {
  if (OF_ITEMS.has(code)) return false;
  const record = (await documents.get(POST_PROCESSORS, post_processor_id)) as
    | PostProcessorDocument
    | undefined;
  const filter = { fields: { post_processor_id, open: false } };
  const last = await documents.find(POST_PROCESSOR_JOBS, { filter, sort: '-updated_at', limit: ALIKE });
  const jobs = last as readonly PostProcessorJobDocument[];
  return (
    jobs.length === ALIKE &&
    jobs.every((job) => job.error_code === code && job.updated_at > (record?.updated_at ?? ''))
  );
};

import { type JobDocument, jobReads, type QueryContext } from '@cairn/kernel';
import { datasetJobs } from '../../domain/job/state.js';
import { datasetReads } from '../../datasets.js';
import { writeRefusal } from '../writing.js';

export type DatasetJobDocument = JobDocument & {
  readonly dataset_id: string;
  readonly version_id: string;
};

/**
 * An import or a duplicate is for those who may read its dataset, and for who asked for it as long as they may write
 * that.
 */
const mayKnow = async (context: QueryContext, job: DatasetJobDocument): Promise<boolean> => {
  const { dataset_id, user_id, updated_at: at } = job;
  // What an import tells of its records is of the past by now.
  const then = { ...context, pointInTime: { at } };
  return (
    (await datasetReads.readable(then, dataset_id)) !== undefined ||
    (user_id === context.principal.userId && (await writeRefusal(context, { dataset_id })) === undefined)
  );
};

/** How imports and duplicates are read. */
export const datasetJobReads = jobReads<DatasetJobDocument>(datasetJobs, {
  mayKnow,
  own: ({ dataset_id, version_id: dataset_version_id }) => ({ dataset_id, dataset_version_id }),
  worksOn: ({ version_id }) => ({ entity_type: 'dataset_version', entity_id: version_id }),
  narrowedBy: ['dataset_id'],
});

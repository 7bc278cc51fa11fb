import { mayKnowJobOf } from '@cairn/assets';
import { type JobDocument, jobReads } from '@cairn/kernel';
import { datasetJobs } from '../../domain/job/state.js';
import { datasetReads } from '../../datasets.js';

export type DatasetJobDocument = JobDocument & {
  readonly dataset_id: string;
  readonly version_id: string;
};

/** How imports and duplicates are read. */
export const datasetJobReads = jobReads<DatasetJobDocument>(datasetJobs, {
  mayKnow: mayKnowJobOf(datasetReads, ({ dataset_id }) => dataset_id),
  own: ({ dataset_id, version_id: dataset_version_id }) => ({ dataset_id, dataset_version_id }),
  worksOn: ({ version_id }) => ({ entity_type: 'dataset_version', entity_id: version_id }),
  narrowedBy: ['dataset_id'],
});

import { mayKnowJobOf } from '@cairn/assets';
import { jobReads } from '@cairn/kernel';
import { datasetReads } from '../../datasets.js';
import { labellingJobs } from '../../domain/labelling-job/state.js';
import type { DatasetJobDocument } from '../jobs/queries.js';

/** How work is read that asks for jobs of post-processors. */
export const labellingJobReads = jobReads<DatasetJobDocument>(labellingJobs, {
  mayKnow: mayKnowJobOf(datasetReads, ({ dataset_id }) => dataset_id),
  own: ({ dataset_id, version_id: dataset_version_id }) => ({ dataset_id, dataset_version_id }),
  worksOn: ({ version_id }) => ({ entity_type: 'dataset_version', entity_id: version_id }),
  narrowedBy: ['dataset_id'],
});

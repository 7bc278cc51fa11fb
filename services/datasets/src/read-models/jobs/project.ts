import { jobProjection } from '@cairn/kernel';
import { datasetJobs } from '../../domain/job/state.js';

export const JOBS = datasetJobs.collection;

/** `datasets.jobs`: a document for each import and duplicate. */
export const jobsProjection = jobProjection(datasetJobs, {
  name: 'datasets.jobs',
  version: 3,
  own: [
    { kind: 'compound', fields: ['version_id', 'status', 'created_at'] },
    { kind: 'compound', fields: ['dataset_id', 'created_at'] },
  ],
});

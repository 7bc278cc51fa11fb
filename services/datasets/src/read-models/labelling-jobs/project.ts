import { jobProjection } from '@cairn/kernel';
import { labellingJobs } from '../../domain/labelling-job/state.js';

/** `datasets.labellingJobs`: a document for each work that asks for jobs of post-processors. */
export const labellingJobsProjection = jobProjection(labellingJobs, {
  name: 'datasets.labellingJobs',
  version: 1,
  own: [
    { kind: 'compound', fields: ['post_processor_id', 'status', 'created_at'] },
    { kind: 'compound', fields: ['dataset_id', 'created_at'] },
  ],
});

import { jobProjection } from '@cairn/kernel';
import { graphJobs } from '../../domain/job/state.js';

export const GRAPH_JOBS = graphJobs.collection;

/** `graphs.jobs`: a document for each import, and each undoing of one. */
export const graphJobsProjection = jobProjection(graphJobs, {
  name: 'graphs.jobs',
  version: 1,
  own: [{ kind: 'compound', fields: ['version_id', 'status', 'created_at'] }],
});

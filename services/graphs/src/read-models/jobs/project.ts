import { type JobDocument, jobProjection } from '@cairn/kernel';
import { type GraphJobRequest, graphJobs, type RequestedData } from '../../domain/job/state.js';
import { digestOf } from '../../formats/seen.js';

export const GRAPH_JOBS = graphJobs.collection;

/** What is kept of a job. */
export type GraphJobDocument = JobDocument &
  Pick<GraphJobRequest, 'graph_id' | 'version_id'> & {
    /** Of the schema that content is checked against: the text itself may be long. */
    readonly schema_digest?: string;
  };

/** `graphs.jobs`: a document for each work on the content of a version. */
export const graphJobsProjection = jobProjection(graphJobs, {
  name: 'graphs.jobs',
  version: 2,
  own: [
    { kind: 'compound', fields: ['version_id', 'status', 'created_at'] },
    { kind: 'compound', fields: ['version_id', 'kind', 'status', 'completed_at'] },
  ],
  ofRequest: (data) => {
    // Its streams begin with its own request.
    const { schema, ...asked } = data as RequestedData;
    return { ...asked, ...(schema === undefined ? {} : { schema_digest: digestOf(schema) }) };
  },
});

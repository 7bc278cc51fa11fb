import { mayKnowJobOf } from '@cairn/assets';
import { type JobDocument, jobReads } from '@cairn/kernel';
import { graphJobs } from '../../domain/job/state.js';
import { graphReads } from '../../graphs.js';

export type GraphJobDocument = JobDocument & {
  readonly graph_id: string;
  readonly version_id: string;
};

/** How imports, and the undoing of imports, are read. */
export const graphJobReads = jobReads<GraphJobDocument>(graphJobs, {
  mayKnow: mayKnowJobOf(graphReads, ({ graph_id }) => graph_id),
  own: ({ graph_id, version_id: graph_version_id }) => ({ graph_id, graph_version_id }),
  worksOn: ({ version_id }) => ({ entity_type: 'graph_version', entity_id: version_id }),
});

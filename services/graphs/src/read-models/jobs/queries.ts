import { mayKnowJobOf } from '@cairn/assets';
import { jobReads } from '@cairn/kernel';
import { graphJobs } from '../../domain/job/state.js';
import { graphReads } from '../../graphs.js';
import type { GraphJobDocument } from './project.js';

/** How the work on the content of versions is read. */
export const graphJobReads = jobReads<GraphJobDocument>(graphJobs, {
  mayKnow: mayKnowJobOf(graphReads, ({ graph_id }) => graph_id),
  own: ({ graph_id, version_id: graph_version_id }) => ({ graph_id, graph_version_id }),
  worksOn: ({ version_id }) => ({ entity_type: 'graph_version', entity_id: version_id }),
});

import { mayReadStreams, organizationOfAssets, toldBy } from '@cairn/assets';
import { defineService, waitingJobs } from '@cairn/kernel';
import { contentCommands } from './application/content/commands.js';
import { graphJobServiceCommands } from './application/job/commands.js';
import { graphContent } from './domain/content/state.js';
import { graphKind } from './domain/graph/state.js';
import { graphJob, graphJobs } from './domain/job/state.js';
import { graphReads, graphs } from './graphs.js';
import { contentMoments } from './read-models/content/moment.js';
import { CONTENTS, contentProjection } from './read-models/content/project.js';
import { GRAPH_JOBS, graphJobsProjection } from './read-models/jobs/project.js';
import { graphJobReads } from './read-models/jobs/queries.js';
import { graphUsage } from './usage.js';
import { graphVersions } from './versions.js';
import { jobWork } from './work/job-worker.js';

/** Graphs. */
export const graphsService = defineService({
  name: 'graphs',
  parts: [graphs.parts, graphVersions.parts(graphs.reads)],
  aggregates: [graphContent, graphJob],
  commands: [...contentCommands, ...graphJobServiceCommands],
  projections: [contentProjection, graphJobsProjection, graphUsage.projection],
  moments: [contentMoments],
  jobs: [graphJobReads],
  work: (tools) => [jobWork(tools)],
  backlog: async ({ documents }) => ({ jobs: await waitingJobs(graphJobs, documents) }),
  admission: graphUsage.admission,
  needs: ['identity'],
  organization: organizationOfAssets(graphKind),
  published: {
    events: [{ version: 1 }],
    states: [],
    mayRead: mayReadStreams(
      {
        [graphContent.category]: toldBy(CONTENTS, 'graph_id'),
        [graphJob.category]: toldBy(GRAPH_JOBS, 'graph_id'),
      },
      graphReads.readable,
    ),
  },
});

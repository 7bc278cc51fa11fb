import { mayReadStreams, organizationOfAssets, toldBy } from '@cairn/assets';
import { defineService } from '@cairn/kernel';
import { contentCommands } from './application/content/commands.js';
import { graphContent } from './domain/content/state.js';
import { graphKind } from './domain/graph/state.js';
import { graphReads, graphs } from './graphs.js';
import { contentMoments } from './read-models/content/moment.js';
import { CONTENTS, contentProjection } from './read-models/content/project.js';
import { graphUsage } from './usage.js';
import { graphVersions } from './versions.js';

/** Graphs. */
export const graphsService = defineService({
  name: 'graphs',
  parts: [graphs.parts, graphVersions.parts(graphs.reads)],
  aggregates: [graphContent],
  commands: contentCommands,
  projections: [contentProjection, graphUsage.projection],
  moments: [contentMoments],
  admission: graphUsage.admission,
  needs: ['identity'],
  organization: organizationOfAssets(graphKind),
  published: {
    events: [{ version: 1 }],
    states: [],
    mayRead: mayReadStreams({ [graphContent.category]: toldBy(CONTENTS, 'graph_id') }, graphReads.readable),
  },
});

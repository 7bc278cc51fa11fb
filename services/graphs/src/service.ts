import { organizationOfAssets } from '@cairn/assets';
import { defineService } from '@cairn/kernel';
import { graphKind } from './domain/graph/state.js';
import { graphs } from './graphs.js';
import { graphUsage } from './usage.js';
import { graphVersions } from './versions.js';

/** Graphs. */
export const graphsService = defineService({
  name: 'graphs',
  parts: [graphs.parts, graphVersions.parts(graphs.reads)],
  projections: [graphUsage.projection],
  admission: graphUsage.admission,
  needs: ['identity'],
  organization: organizationOfAssets(graphKind),
});

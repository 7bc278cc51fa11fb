import { organizationOfAssets } from '@cairn/assets';
import { defineService } from '@cairn/kernel';
import { graphKind } from './domain/graph/state.js';
import { graphs } from './graphs.js';

/** Graphs. */
export const graphsService = defineService({
  name: 'graphs',
  parts: [graphs.parts],
  needs: ['identity'],
  organization: organizationOfAssets(graphKind),
});

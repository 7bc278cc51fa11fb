import { assetUsage } from '@cairn/assets';
import { graphVersion } from '@cairn/contracts';
import { graphKind } from './domain/graph/state.js';
import { graphVersionKind } from './domain/version/state.js';

const { deleted, purged } = graphVersion.events;

/** `graphs.usage`: the bytes of graphs and their versions. */
export const graphUsage = assetUsage(graphKind, {
  version: 1,
  streams: [{ events: graphVersionKind.aggregate.events, purged }],
  goesOn: ({ type }) => type === deleted.name,
});

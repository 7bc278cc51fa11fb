import { assetUsage, type ChargedStreams } from '@cairn/assets';
import {
  type DomainEvent,
  type EventOf,
  type GraphContentEvent,
  graphContentStreamEvents,
  graphJobStreamEvents,
  graphVersion,
} from '@cairn/contracts';
import { touchedElements } from './domain/content/touched.js';
import { graphKind } from './domain/graph/state.js';
import { graphVersionKind } from './domain/version/state.js';

const { deleted, purged } = graphVersion.events;

/** Nodes and edges are charged with their version, whose purge gives them back. */
const content: ChargedStreams = {
  events: Object.values(graphContentStreamEvents),
  countedWith: ({ data }: GraphContentEvent) => data.version_id,
};

/** What else a job says of itself is little, and as much as a job is long. */
const jobs: ChargedStreams = {
  events: [graphJobStreamEvents.GraphJobRequested],
  countedWith: ({ data }: EventOf<typeof graphJobStreamEvents.GraphJobRequested>) => data.version_id,
};

const onlyDeletes = (event: DomainEvent): boolean => {
  if (event.type !== graphContentStreamEvents.GraphContentChanged.name) return false;
  const { data } = event as GraphContentEvent;
  const { nodes, edges } = touchedElements(data);
  return nodes.length === 0 && edges.length === 0 && data.facts === undefined;
};

/** `graphs.usage`: the bytes of graphs, their versions, and what is in these. */
export const graphUsage = assetUsage(graphKind, {
  version: 3,
  streams: [{ events: graphVersionKind.aggregate.events, purged }, content, jobs],
  goesOn: (event) => event.type === deleted.name || onlyDeletes(event),
});

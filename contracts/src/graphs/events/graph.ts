import type { EventOf } from '../../kit/event.js';
import { byName } from '../../kit/named.js';
import { graph } from '../asset.js';
import { graphVersion } from '../versions.js';

/** The events of `graph-<id>`. */
export const graphStreamEvents = {
  ...byName(graph.events),
  ...byName({ added: graphVersion.added }),
} as const;
export type GraphEvent = EventOf<(typeof graphStreamEvents)[keyof typeof graphStreamEvents]>;

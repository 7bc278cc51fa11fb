import type { EventOf } from '../../kit/event.js';
import { byName } from '../../kit/named.js';
import { graphVersion } from '../versions.js';

/** The events of `graphVersion-<id>`. */
export const graphVersionStreamEvents = byName(graphVersion.events);
export type GraphVersionEvent = EventOf<
  (typeof graphVersionStreamEvents)[keyof typeof graphVersionStreamEvents]
>;

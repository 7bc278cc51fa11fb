import { byName } from '../../kit/named.js';
import { graphVersion } from '../versions.js';

/** The events of `graphVersion-<id>`. */
export const graphVersionStreamEvents = byName(graphVersion.events);

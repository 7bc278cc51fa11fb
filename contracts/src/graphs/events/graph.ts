import { byName } from '../../kit/named.js';
import { graph } from '../asset.js';
import { graphVersion } from '../versions.js';

/** The events of `graph-<id>`. */
export const graphStreamEvents = {
  ...byName(graph.events),
  ...byName({ added: graphVersion.added }),
} as const;

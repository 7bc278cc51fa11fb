import { byName } from '../../kit/named.js';
import { workflowVersion } from '../versions.js';
import { canvasStreamEvents } from './canvas.js';

/** The events of `workflowVersion-<id>`. */
export const workflowVersionStreamEvents = {
  ...byName(workflowVersion.events),
  ...canvasStreamEvents,
} as const;

import { byName } from '../../kit/named.js';
import { workflow } from '../asset.js';
import { workflowVersion } from '../versions.js';

/** The events of `workflow-<id>`. */
export const workflowStreamEvents = {
  ...byName(workflow.events),
  ...byName({ added: workflowVersion.added }),
} as const;

import { organizationOfAssets } from '@cairn/assets';
import { defineService } from '@cairn/kernel';
import { canvasCommands } from './application/canvas.js';
import { workflowKind } from './domain/workflow/state.js';
import { workflowUsage } from './usage.js';
import { workflowVersions } from './versions.js';
import { workflows } from './workflows.js';

/** Workflows, their versions, and the nodes and edges of these. */
export const workflowsService = defineService({
  name: 'workflows',
  parts: [workflows.parts, workflowVersions.parts(workflows.reads)],
  commands: canvasCommands,
  projections: [workflowUsage.projection],
  admission: workflowUsage.admission,
  needs: ['identity', 'models', 'datasets'],
  organization: organizationOfAssets(workflowKind),
});

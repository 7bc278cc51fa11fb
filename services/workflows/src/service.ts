import { organizationOfAssets } from '@cairn/assets';
import { defineService } from '@cairn/kernel';
import { workflowKind } from './domain/workflow/state.js';
import { workflows } from './workflows.js';

/** Workflows. */
export const workflowsService = defineService({
  name: 'workflows',
  parts: [workflows.parts],
  needs: ['identity'],
  organization: organizationOfAssets(workflowKind),
});

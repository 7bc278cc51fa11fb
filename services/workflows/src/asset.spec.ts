import { assetConformance } from '@cairn/assets/testkit';
import { workflowCommands } from '@cairn/contracts';
import { workflowsService } from './service.js';
import { workflows } from './workflows.js';

assetConformance(workflows, {
  service: workflowsService,
  own: {},
  versions: {
    make: (running, who, workflow_id) =>
      running.make(who, workflowCommands.createWorkflowVersion, { workflow_id, body: {} }, 'version'),
    remove: (running, who, workflow_id, id) =>
      running.done(who, workflowCommands.deleteWorkflowVersion, { workflow_id, id }),
  },
});

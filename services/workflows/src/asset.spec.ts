import { assetConformance } from '@cairn/assets/testkit';
import { workflowCommands } from '@cairn/contracts';
import { EDGES, NODES } from './read-models/canvas/parts.js';
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
    swept: {
      fill: (running, who, workflow_id, version_id) =>
        running.done(who, workflowCommands.setWorkflowGraph, {
          ...{ workflow_id, version_id },
          body: { nodes: [{ id: 'a' }, { id: 'b' }], edges: [{ begin_node_id: 'a', end_node_id: 'b' }] },
        }),
      filled: async (running, version_id) => {
        const { documents } = running.engines;
        const counts = [NODES, EDGES].map(({ collection }) =>
          documents.count(collection, { fields: { version_id, deleted: false } }, 100),
        );
        return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
      },
    },
  },
});

import { organizationOfAssets } from '@cairn/assets';
import { defineService, waitingJobs } from '@cairn/kernel';
import { canvasCommands } from './application/canvas.js';
import { executionServiceCommands } from './application/execution/commands.js';
import { execution, executions } from './domain/execution/state.js';
import { workflowKind } from './domain/workflow/state.js';
import { executionTimer } from './policies/execution-timer.js';
import { endedExecutions, erasedExecutions, sealedExecutions } from './policies/executions.js';
import { mayReadExecution } from './read-models/executions/event-data.js';
import { executionsProjection } from './read-models/executions/project.js';
import { executionJobReads, ownExecutions } from './read-models/executions/queries.js';
import { workflowUsage } from './usage.js';
import { workflowVersions } from './versions.js';
import { jobWork } from './work/job-worker.js';
import { workflows } from './workflows.js';

/** Workflows, their versions with nodes and edges, and what comes of executing them. */
export const workflowsService = defineService({
  name: 'workflows',
  parts: [workflows.parts, workflowVersions.parts(workflows.reads)],
  aggregates: [execution],
  commands: [...canvasCommands, ...executionServiceCommands],
  projections: [workflowUsage.projection, executionsProjection],
  admission: workflowUsage.admission,
  needs: ['identity', 'models', 'datasets'],
  organization: organizationOfAssets(workflowKind),
  personal: [ownExecutions],
  policies: (tools) => [sealedExecutions(tools), endedExecutions(tools), erasedExecutions(tools)],
  jobs: [executionJobReads],
  timers: executionTimer,
  work: (tools) => [jobWork(tools)],
  backlog: async ({ documents }) => ({ jobs: await waitingJobs(executions, documents) }),
  published: { events: [{ version: 1 }], states: [], mayRead: mayReadExecution },
});

import { commandsOf } from '../kit/command.js';
import { byOwnName } from '../kit/named.js';
import { workflow } from './asset.js';
import {
  executeWorkflow,
  executionCommands,
  expireExecution,
  recordExecutionNodes,
} from './execution-commands.js';
import * as operations from './operations.js';
import { workflowVersion } from './versions.js';

/** Every command of the workflows service. */
export const workflowCommands = {
  ...commandsOf('workflows', operations),
  ...byOwnName(workflow.commands),
  ...byOwnName(workflowVersion.commands),
  executeWorkflow,
  expireExecution,
  recordExecutionNodes,
  ...byOwnName(executionCommands),
} as const;

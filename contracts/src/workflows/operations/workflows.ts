import { byId } from '../../kit/named.js';
import { workflow } from '../asset.js';

export const {
  listWorkflows,
  createWorkflow,
  getWorkflow,
  updateWorkflow,
  deleteWorkflow,
  activateWorkflowVersion,
  transferWorkflow,
  listWorkflowHistory,
  restoreWorkflow,
  revertWorkflow,
  getWorkflowLogo,
  uploadWorkflowLogo,
  deleteWorkflowLogo,
  listWorkflowShares,
  getWorkflowShare,
  createWorkflowShare,
  updateWorkflowShare,
  deleteWorkflowShare,
  explainWorkflowAccess,
} = byId(workflow.operations);

import { byId } from '../../kit/named.js';
import { workflowVersion } from '../versions.js';

export const {
  listWorkflowVersions,
  createWorkflowVersion,
  getWorkflowVersion,
  updateWorkflowVersion,
  deleteWorkflowVersion,
  duplicateWorkflowVersion,
  listWorkflowVersionHistory,
  restoreWorkflowVersion,
  revertWorkflowVersion,
} = byId(workflowVersion.operations);

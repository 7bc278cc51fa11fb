import { byId } from '../../kit/named.js';
import { graphVersion } from '../versions.js';

export const {
  listGraphVersions,
  createGraphVersion,
  getGraphVersion,
  updateGraphVersion,
  deleteGraphVersion,
  duplicateGraphVersion,
  listGraphVersionHistory,
  restoreGraphVersion,
  revertGraphVersion,
} = byId(graphVersion.operations);

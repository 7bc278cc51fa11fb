import { byId } from '../../kit/named.js';
import { graph } from '../asset.js';

export const {
  listGraphs,
  createGraph,
  getGraph,
  updateGraph,
  deleteGraph,
  activateGraphVersion,
  transferGraph,
  listGraphHistory,
  restoreGraph,
  revertGraph,
  getGraphLogo,
  uploadGraphLogo,
  deleteGraphLogo,
  listGraphShares,
  getGraphShare,
  createGraphShare,
  updateGraphShare,
  deleteGraphShare,
  explainGraphAccess,
} = byId(graph.operations);

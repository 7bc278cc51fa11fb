import { datasetCommands, operations } from '@cairn/contracts';
import { datasetReads } from '@cairn/datasets';
import { type Sharing, sharingHandlers } from '../assets/sharing.js';

export const datasetSharing: Sharing = {
  resource: 'datasets',
  path: operations.getDataset.path,
  reads: datasetReads,
  commands: datasetCommands,
};
const its = sharingHandlers(datasetSharing);

/** What answers the operations of sharing a dataset. */
export const datasetSharingHandlers = [
  its.list(operations.listDatasetShares),
  its.get(operations.getDatasetShare),
  its.create(operations.createDatasetShare),
  its.update(operations.updateDatasetShare),
  its.remove(operations.deleteDatasetShare),
  its.explain(operations.explainDatasetAccess),
];

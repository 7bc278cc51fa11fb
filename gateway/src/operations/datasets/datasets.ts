import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById, datasetReads, datasetsFor } from '@cairn/datasets';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { list, resource } from '../resource.js';
import { uploadHandler } from './upload-handler.js';

const dataset = resource({
  path: operations.getDataset.path,
  commands: datasetCommands,
  role: 'dataset',
  read: (context, { id }: { readonly id: string }, deleted) => datasetById(context, id, deleted),
  history: (edge, context, { id }, page) => datasetReads.history(edge, context, id, page),
});
const { shown, shownIfSaid } = showing(datasetReads.visibleHistory);

export const listDatasets = list(operations.listDatasets, ({ context, page, filters }) =>
  datasetsFor(context, page, filters),
);
export const getDataset = dataset.get(operations.getDataset);
export const createDataset = dataset.create(operations.createDataset, { answer: shownIfSaid });
export const updateDataset = dataset.update(operations.updateDataset, { answer: shownIfSaid });
export const deleteDataset = dataset.remove(operations.deleteDataset);
export const listDatasetHistory = dataset.history(operations.listDatasetHistory);
export const restoreDataset = dataset.restore(operations.restoreDataset, { answer: shown });
export const revertDataset = dataset.revert(operations.revertDataset, { answer: shown });
export const activateDatasetVersion = dataset.change(operations.activateDatasetVersion);
/** Who gives it away may see it no more, and is told whose it is now. */
export const transferDataset = dataset.change(operations.transferDataset, {
  read: (context, { id }) => datasetReads.placed(context, id),
});

export const getDatasetLogo = logoDownload(operations.getDatasetLogo, datasetReads.logo);
export const uploadDatasetLogo = uploadHandler(
  dataset.change(operations.uploadDatasetLogo, { inputOf: sentLogo }),
  ({ id }) => ({ dataset_id: id }),
);
export const deleteDatasetLogo = dataset.remove(operations.deleteDatasetLogo);

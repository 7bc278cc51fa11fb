import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById, datasetReads, datasetsFor } from '@cairn/datasets';
import { logoHandlers } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { transferHandler } from '../assets/transfer.js';
import { list, type Resource, resource } from '../resource.js';
import { uploadHandler } from './upload-handler.js';

const its: Resource<object> = {
  path: operations.getDataset.path,
  noun: 'dataset',
  read: (context, { id }, deleted) => datasetById(context, id, deleted),
};
const dataset = resource(its);
const { shown, shownIfSaid } = showing(datasetReads.visibleHistory);

export const listDatasets = list(operations.listDatasets, ({ context, page, filters }) =>
  datasetsFor(context, page, filters),
);
export const getDataset = dataset.get(operations.getDataset);
export const createDataset = dataset.create(operations.createDataset, datasetCommands.createDataset, {
  answer: shownIfSaid,
});
export const updateDataset = dataset.update(operations.updateDataset, datasetCommands.updateDataset, {
  answer: shownIfSaid,
});
export const deleteDataset = dataset.remove(operations.deleteDataset, datasetCommands.deleteDataset);

export const listDatasetHistory = list(operations.listDatasetHistory, ({ edge, context, params, page }) =>
  datasetReads.history(edge, context, params.id, page),
);
export const restoreDataset = dataset.restore(operations.restoreDataset, datasetCommands.restoreDataset, {
  answer: shown,
});
export const revertDataset = dataset.revert(operations.revertDataset, datasetCommands.revertDataset, {
  answer: shown,
});

export const transferDataset = transferHandler(operations.transferDataset, datasetCommands.transferDataset, {
  ...its,
  placed: datasetReads.placed,
});

export const activateDatasetVersion = dataset.change(
  operations.activateDatasetVersion,
  datasetCommands.activateVersion,
);

const logo = logoHandlers({
  ...its,
  logo: datasetReads.logo,
  set: datasetCommands.setLogo,
  unset: datasetCommands.removeLogo,
});
export const getDatasetLogo = logo.download(operations.getDatasetLogo);
export const uploadDatasetLogo = uploadHandler(
  operations.uploadDatasetLogo,
  ({ id }) => ({ dataset_id: id }),
  logo.upload,
);
export const deleteDatasetLogo = logo.remove(operations.deleteDatasetLogo);

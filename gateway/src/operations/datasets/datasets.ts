import { datasetCommands, operations } from '@cairn/contracts';
import { datasetById, datasetReads, datasetsFor } from '@cairn/datasets';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { showing } from '../assets/shown.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';
import { uploadHandler } from './upload-handler.js';

const dataset = resource({
  path: operations.getDataset.path,
  commands: datasetCommands,
  role: 'dataset',
  read: (context, { id }: { readonly id: string }, deleted) => datasetById(context, id, deleted),
});
const { shown, shownIfSaid } = showing(datasetReads.visibleHistory);

export const listDatasets = list(operations.listDatasets, ({ context, page, filters }) =>
  datasetsFor(context, page, filters),
);
export const getDataset = dataset.get(operations.getDataset);
export const createDataset = dataset.create(operations.createDataset, {
  ...renamed('dataset', datasetCommands.createDataset),
  answer: shownIfSaid,
});
export const updateDataset = dataset.update(operations.updateDataset, {
  ...renamed('dataset', datasetCommands.updateDataset),
  answer: shownIfSaid,
});
export const deleteDataset = dataset.remove(
  operations.deleteDataset,
  renamed('dataset', datasetCommands.deleteDataset),
);

export const listDatasetHistory = list(operations.listDatasetHistory, ({ edge, context, params, page }) =>
  datasetReads.history(edge, context, params.id, page),
);
export const restoreDataset = dataset.restore(operations.restoreDataset, {
  ...renamed('dataset', datasetCommands.restoreDataset),
  answer: shown,
});
export const revertDataset = dataset.revert(operations.revertDataset, {
  ...renamed('dataset', datasetCommands.revertDataset, true),
  answer: shown,
});

/** Who gives an asset away may see it no more, and is told whose it is now. */
export const transferDataset = dataset.change(operations.transferDataset, {
  ...renamed('dataset', datasetCommands.transferDataset),
  read: (context, { id }) => datasetReads.placed(context, id),
});

export const activateDatasetVersion = dataset.change(
  operations.activateDatasetVersion,
  renamed('dataset', datasetCommands.activateVersion),
);

export const getDatasetLogo = logoDownload(operations.getDatasetLogo, datasetReads.logo);
export const uploadDatasetLogo = uploadHandler(
  operations.uploadDatasetLogo,
  ({ id }) => ({ dataset_id: id }),
  dataset.change(operations.uploadDatasetLogo, {
    command: datasetCommands.setLogo,
    inputOf: async (call) => ({ dataset_id: call.params.id, file: await sentLogo(call) }),
  }).handle,
);
export const deleteDatasetLogo = dataset.remove(
  operations.deleteDatasetLogo,
  renamed('dataset', datasetCommands.removeLogo),
);

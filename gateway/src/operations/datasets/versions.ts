import { datasetCommands, operations } from '@cairn/contracts';
import {
  deletedVersionsOfDataset,
  versionById,
  versionByIdAlone,
  versionHistory,
  versionsOfDataset,
} from '@cairn/datasets';
import { ok } from '../../call/answer.js';
import { handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { listBy, resource } from '../resource.js';

const version = resource({
  path: operations.getDatasetVersion.path,
  commands: datasetCommands,
  role: 'version',
  read: versionById,
  history: versionHistory,
});

export const listDatasetVersions = listBy(
  operations.listDatasetVersions,
  (context, path, page, { deleted, ...filters }) =>
    (deleted === true ? deletedVersionsOfDataset : versionsOfDataset)(context, path, page, filters),
);
export const getDatasetVersion = version.get(operations.getDatasetVersion);
export const createDatasetVersion = version.create(operations.createDatasetVersion);
export const updateDatasetVersion = version.update(operations.updateDatasetVersion);
export const deleteDatasetVersion = version.remove(operations.deleteDatasetVersion);
export const listDatasetVersionHistory = version.history(operations.listDatasetVersionHistory);
export const restoreDatasetVersion = version.restore(operations.restoreDatasetVersion);
export const revertDatasetVersion = version.revert(operations.revertDatasetVersion);

export const getDatasetVersionById = handler(operations.getDatasetVersionById, async ({ context, params }) =>
  ok(found(await versionByIdAlone(context, params))),
);

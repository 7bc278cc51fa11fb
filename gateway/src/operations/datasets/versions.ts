import { datasetCommands, type DatasetVersionInput, operations, type ParamsOf } from '@cairn/contracts';
import { versionById, versionByIdAlone, versionHistory, versionsOfDataset } from '@cairn/datasets';
import { found } from '../../problems/problem.js';
import { handler, ok } from '../handler.js';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const version = resource({
  path: operations.getDatasetVersion.path,
  commands: datasetCommands,
  role: 'version',
  read: (context, { dataset_id, id }: ParamsOf<typeof operations.getDatasetVersion>, deleted) =>
    versionById(context, dataset_id, id, deleted),
});

export const listDatasetVersions = list(
  operations.listDatasetVersions,
  ({ context, params, page, filters }) => versionsOfDataset(context, params.dataset_id, page, filters),
);
export const getDatasetVersion = version.get(operations.getDatasetVersion);
export const createDatasetVersion = version.create(operations.createDatasetVersion, {
  command: datasetCommands.createVersion,
  inputOf: ({ params, body }) => ({
    ...params,
    body: (body as DatasetVersionInput | undefined) ?? {},
  }),
});
export const updateDatasetVersion = version.update(
  operations.updateDatasetVersion,
  renamed('version', datasetCommands.updateVersion),
);
export const deleteDatasetVersion = version.remove(
  operations.deleteDatasetVersion,
  renamed('version', datasetCommands.deleteVersion),
);

export const listDatasetVersionHistory = list(
  operations.listDatasetVersionHistory,
  ({ edge, context, params, page }) => versionHistory(edge, context, params.dataset_id, params.id, page),
);
export const restoreDatasetVersion = version.restore(
  operations.restoreDatasetVersion,
  renamed('version', datasetCommands.restoreVersion),
);
export const revertDatasetVersion = version.revert(
  operations.revertDatasetVersion,
  renamed('version', datasetCommands.revertVersion, true),
);

export const getDatasetVersionById = handler(operations.getDatasetVersionById, async ({ context, params }) =>
  ok(found(await versionByIdAlone(context, params.id))),
);

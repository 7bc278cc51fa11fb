import { datasetCommands, operations, type ParamsOf } from '@cairn/contracts';
import { labelById, labelsOfVersion, labelStats } from '@cairn/datasets';
import { list, resource } from '../resource.js';
import { renamed } from '../renamed.js';

const label = resource({
  path: operations.getLabel.path,
  commands: datasetCommands,
  role: 'label',
  within: operations.getDatasetVersion.path.replace('{id}', '{version_id}'),
  read: (context, { dataset_id, version_id, id }: ParamsOf<typeof operations.getLabel>, deleted) =>
    labelById(context, dataset_id, version_id, id, deleted),
});

export const listLabels = list(operations.listLabels, ({ context, params, page, filters }) =>
  labelsOfVersion(context, params.dataset_id, params.version_id, page, filters),
);
export const getLabel = label.get(operations.getLabel);
export const createLabel = label.create(
  operations.createLabel,
  renamed('label', datasetCommands.createLabel),
);
export const updateLabel = label.update(
  operations.updateLabel,
  renamed('label', datasetCommands.updateLabel),
);
export const deleteLabel = label.remove(
  operations.deleteLabel,
  renamed('label', datasetCommands.deleteLabel),
);

export const listLabelStats = list(operations.listLabelStats, ({ context, params, page }) =>
  labelStats(context, params.dataset_id, params.version_id, params.split_id, page),
);

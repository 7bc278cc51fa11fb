import { datasetCommands, operations } from '@cairn/contracts';
import { labelById, labelsOfVersion, labelStats } from '@cairn/datasets';
import { listBy, resource } from '../resource.js';

const label = resource({
  path: operations.getLabel.path,
  commands: datasetCommands,
  role: 'label',
  within: operations.getDatasetVersion.path.replace('{id}', '{version_id}'),
  read: labelById,
});

export const listLabels = listBy(operations.listLabels, labelsOfVersion);
export const getLabel = label.get(operations.getLabel);
export const createLabel = label.create(operations.createLabel);
export const updateLabel = label.update(operations.updateLabel);
export const deleteLabel = label.remove(operations.deleteLabel);
export const listLabelStats = listBy(operations.listLabelStats, labelStats);

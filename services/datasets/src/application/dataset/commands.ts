import { assetCommands } from '@cairn/assets';
import { datasetCommands } from '@cairn/contracts';
import { type ServiceCommand, serviceCommand } from '@cairn/kernel';
import { dataset, datasetAsset } from '../../domain/dataset/state.js';
import { activateVersion } from './activate-version.js';
import { createDataset } from './create-dataset.js';
import { surroundingsOf } from './revert-dataset.js';
import { sharingAround } from './sharing-around.js';
import { updateDataset } from './update-dataset.js';

const its = assetCommands(dataset, datasetAsset);

/** The commands on a dataset itself. */
export const datasetOwnCommands: readonly ServiceCommand[] = [
  activateVersion,
  createDataset,
  updateDataset,
  serviceCommand(datasetCommands.deleteDataset, ({ id: dataset_id }, context) =>
    its.delete(context, dataset_id),
  ),
  serviceCommand(datasetCommands.restoreDataset, ({ id: dataset_id }, context) =>
    its.restore(context, dataset_id),
  ),
  serviceCommand(datasetCommands.purgeDataset, ({ id: dataset_id }, context) =>
    its.purge(context, dataset_id),
  ),
  serviceCommand(datasetCommands.revertDataset, ({ id: dataset_id, body: { revision } }, context) =>
    its.revert(context, dataset_id, revision, surroundingsOf(context, dataset_id)),
  ),
  serviceCommand(datasetCommands.createDatasetShare, ({ id: dataset_id, body }, context) =>
    its.share(context, dataset_id, body, sharingAround(context, dataset_id)),
  ),
  serviceCommand(datasetCommands.updateDatasetShare, ({ id: dataset_id, share_id, body }, context) =>
    its.updateShare(context, dataset_id, share_id, body),
  ),
  serviceCommand(datasetCommands.deleteDatasetShare, ({ id: dataset_id, share_id }, context) =>
    its.removeShare(context, dataset_id, share_id),
  ),
  serviceCommand(datasetCommands.transferDataset, ({ id: dataset_id, body }, context) =>
    its.transfer(context, dataset_id, body, sharingAround(context, dataset_id)),
  ),
  serviceCommand(datasetCommands.acceptShare, ({ id: dataset_id, ...accepted }, context) =>
    its.acceptShare(context, dataset_id, accepted),
  ),
  serviceCommand(datasetCommands.acceptShareFor, ({ id: dataset_id, ...accepted }, context) =>
    its.acceptShareFor(context, dataset_id, accepted),
  ),
  serviceCommand(datasetCommands.lapseShare, ({ id: dataset_id, ...lapsed }, context) =>
    its.lapseShare(context, dataset_id, lapsed),
  ),
  serviceCommand(datasetCommands.uploadDatasetLogo, ({ id: dataset_id, file }, context) =>
    its.setLogo(context, dataset_id, file),
  ),
  serviceCommand(datasetCommands.deleteDatasetLogo, ({ id: dataset_id }, context) =>
    its.removeLogo(context, dataset_id),
  ),
];

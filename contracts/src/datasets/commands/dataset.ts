import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { ShareChanges, shareEndings, ShareInput } from '../../assets/sharing.js';
import { TransferRequest } from '../../assets/transfer.js';
import { command } from '../../kit/command.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { DatasetChanges, DatasetInput } from '../dataset.js';

const InDataset = { dataset_id: Uuid };
const OfShare = { ...InDataset, share_id: Uuid };
export const Revision = Type.Integer({ minimum: 0, description: 'The one event to undo.' });

/** What may be asked of a dataset itself. `body` is what the caller sent. */
export const datasetOwnCommands = {
  createDataset: command('datasets.createDataset', Type.Object({ body: DatasetInput })),
  updateDataset: command('datasets.updateDataset', Type.Object({ ...InDataset, body: DatasetChanges })),
  deleteDataset: command('datasets.deleteDataset', Type.Object(InDataset)),
  restoreDataset: command('datasets.restoreDataset', Type.Object(InDataset)),
  revertDataset: command('datasets.revertDataset', Type.Object({ ...InDataset, revision: Revision })),
  /** Sent by a timer, 30 days after the deletion. */
  purgeDataset: command('datasets.purgeDataset', Type.Object(InDataset)),
  transferDataset: command('datasets.transferDataset', Type.Object({ ...InDataset, body: TransferRequest })),
  activateVersion: command('datasets.activateVersion', Type.Object({ ...InDataset, version_id: Uuid })),
  setLogo: command('datasets.setLogo', Type.Object({ ...InDataset, file: FileRecord })),
  shareDataset: command('datasets.shareDataset', Type.Object({ ...InDataset, body: ShareInput })),
  updateShare: command('datasets.updateShare', Type.Object({ ...OfShare, body: ShareChanges })),
  removeShare: command('datasets.removeShare', Type.Object(OfShare)),
  /** The token is what was mailed. */
  acceptShare: command('datasets.acceptShare', Type.Object({ ...OfShare, token: Type.String() })),
  /** Sent by a policy: the share is for an address that is verified as that of the person. */
  acceptShareFor: command('datasets.acceptShareFor', Type.Object({ ...OfShare, user_id: Uuid })),
  /** Sent by a timer, 30 days after a share that nobody has accepted, and when whoever it waited for is erased. */
  lapseShare: command(
    'datasets.lapseShare',
    Type.Object({ ...OfShare, reason: Type.Optional(OneOf(shareEndings)) }),
  ),
  removeLogo: command('datasets.removeLogo', Type.Object(InDataset)),
} as const;

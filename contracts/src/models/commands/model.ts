import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { ShareChanges, shareEndings, ShareInput } from '../../assets/sharing.js';
import { TransferRequest } from '../../assets/transfer.js';
import { command } from '../../kit/command.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { ModelChanges, ModelInput } from '../model.js';

const InModel = { model_id: Uuid };
const OfShare = { ...InModel, share_id: Uuid };
export const Revision = Type.Integer({ minimum: 0, description: 'The one event to undo.' });

/** What may be asked of a model itself. `body` is what the caller sent. */
export const modelOwnCommands = {
  createModel: command('models.createModel', Type.Object({ body: ModelInput })),
  updateModel: command('models.updateModel', Type.Object({ ...InModel, body: ModelChanges })),
  deleteModel: command('models.deleteModel', Type.Object(InModel)),
  restoreModel: command('models.restoreModel', Type.Object(InModel)),
  revertModel: command('models.revertModel', Type.Object({ ...InModel, revision: Revision })),
  /** Sent by a timer, 30 days after the deletion. */
  purgeModel: command('models.purgeModel', Type.Object(InModel)),
  transferModel: command('models.transferModel', Type.Object({ ...InModel, body: TransferRequest })),
  activateModelVersion: command('models.activateModelVersion', Type.Object({ ...InModel, version_id: Uuid })),
  setModelLogo: command('models.setModelLogo', Type.Object({ ...InModel, file: FileRecord })),
  removeModelLogo: command('models.removeModelLogo', Type.Object(InModel)),
  shareModel: command('models.shareModel', Type.Object({ ...InModel, body: ShareInput })),
  updateModelShare: command('models.updateModelShare', Type.Object({ ...OfShare, body: ShareChanges })),
  removeModelShare: command('models.removeModelShare', Type.Object(OfShare)),
  /** The token is what was mailed. */
  acceptModelShare: command('models.acceptModelShare', Type.Object({ ...OfShare, token: Type.String() })),
  /** Sent by a policy: the share is for an address that is verified as that of the person. */
  acceptModelShareFor: command('models.acceptModelShareFor', Type.Object({ ...OfShare, user_id: Uuid })),
  /** Sent by a timer, 30 days after a share that nobody has accepted, and when whoever it waited for is erased. */
  lapseModelShare: command(
    'models.lapseModelShare',
    Type.Object({ ...OfShare, reason: Type.Optional(OneOf(shareEndings)) }),
  ),
} as const;

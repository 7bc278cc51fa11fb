import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { command } from '../../kit/command.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { assetTypes } from '../asset-types.js';
import { MetricsInput } from '../metric.js';
import { ModelVersionChanges, ModelVersionInput } from '../version.js';
import { Revision } from './model.js';

const InModel = { model_id: Uuid };
const InVersion = { ...InModel, version_id: Uuid };

/** Files that were sent, each as what it is meant to be; what they are is looked at by the command. */
const SentAssets = Type.Array(Type.Object({ asset_type: OneOf(assetTypes), file: FileRecord }), {
  minItems: 1,
});

/** What may be asked of a version of a model. */
export const modelVersionCommands = {
  /** The version's id is derived from the command as the role `version`. */
  createModelVersion: command(
    'models.createModelVersion',
    Type.Object({ ...InModel, body: ModelVersionInput }),
  ),
  updateModelVersion: command(
    'models.updateModelVersion',
    Type.Object({ ...InVersion, body: ModelVersionChanges }),
  ),
  deleteModelVersion: command('models.deleteModelVersion', Type.Object(InVersion)),
  restoreModelVersion: command('models.restoreModelVersion', Type.Object(InVersion)),
  revertModelVersion: command('models.revertModelVersion', Type.Object({ ...InVersion, revision: Revision })),
  /** Sent by a timer, 30 days after the deletion. */
  purgeModelVersion: command('models.purgeModelVersion', Type.Object({ version_id: Uuid })),
  /**
   * Into the active version; makes version 1 and activates it where there is none, with the id of the role `version`.
   * The result tells which: `version_id`.
   */
  uploadModelAssets: command('models.uploadModelAssets', Type.Object({ ...InModel, assets: SentAssets })),
  uploadModelVersionAssets: command(
    'models.uploadModelVersionAssets',
    Type.Object({ ...InVersion, assets: SentAssets }),
  ),
  /** The result is `RecordedMetrics`. */
  recordMetrics: command('models.recordMetrics', Type.Object({ ...InVersion, body: MetricsInput })),
} as const;

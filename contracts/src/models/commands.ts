import { Type } from '@sinclair/typebox';
import { BlobHash, FileRecord } from '../kit/blob.js';
import { command, commandsOf } from '../kit/command.js';
import { byOwnName } from '../kit/named.js';
import { OneOf, Uuid } from '../kit/schemas.js';
import { model } from './asset.js';
import { assetTypes } from './asset-types.js';
import { InferenceInput, InferenceOrigin, PostProcessorOrigin } from './inference.js';
import * as operations from './operations.js';
import { IdParams, OfVersionParams } from './operations/paths.js';

/** Files that were sent, each as what it is meant to be; what they are is looked at by the command. */
const SentAssets = Type.Array(Type.Object({ asset_type: OneOf(assetTypes), file: FileRecord }), {
  minItems: 1,
});

/** Every command of the models service. */
export const modelCommands = {
  ...commandsOf('models', operations),
  ...byOwnName(model.commands),
  /**
   * Into the active version; makes version 1 and activates it where there is none, with the id of the role `version`.
   * The result tells which: `version_id`.
   */
  uploadModel: command('models.uploadModel', Type.Object({ ...IdParams.properties, assets: SentAssets })),
  uploadModelVersion: command(
    'models.uploadModelVersion',
    Type.Object({ ...OfVersionParams.properties, assets: SentAssets }),
  ),
  /**
   * Runs a version of a model, the active one where none is named, and records what it answered. The id of the inference
   * derives from the command as the role `inference`. `began_at`: when the request came, milliseconds since 1970. `tensors`:
   * the file is a request of the open inference protocol, with so many bytes of JSON. `file_key`: opens the file; nothing is
   * kept of what is sealed.
   *
   * Only other services send these; the gateway never does. `for_user`: whose the inference is, where that is not who asks;
   * the right to ask the model stays the caller's. `origin`: the execution that asks; `post_processor`: the job that asks.
   * With either the model may run as long as the command's deadline allows, 4 minutes at most, and the reply's `result` is a
   * `RunResult`, also when the command comes again. Refused with `purged` when the inference was deleted meanwhile. With
   * `post_processor` the item that `body` names was read by the caller, and `file` is the item's: it is run, not kept and
   * charged to nobody.
   */
  runModel: command(
    'models.runModel',
    Type.Object({
      model_id: Uuid,
      model_version_id: Type.Optional(Uuid),
      body: InferenceInput,
      file: Type.Optional(FileRecord),
      file_key: Type.Optional(Type.String()),
      tensors: Type.Optional(Type.Object({ head_bytes: Type.Integer({ minimum: 1 }) })),
      began_at: Type.Optional(Type.Number()),
      for_user: Type.Optional(Uuid),
      origin: Type.Optional(InferenceOrigin),
      post_processor: Type.Optional(PostProcessorOrigin),
    }),
  ),
  uploadInference: command(
    'models.uploadInference',
    Type.Object({ ...IdParams.properties, file: FileRecord }),
  ),
  /** Cairn's own, when a run is told so. `term`: since when it was in service, as the run knew; empty: from the beginning. */
  suspendModelVersion: command(
    'models.suspendModelVersion',
    Type.Object({ id: Uuid, sha256: BlobHash, reason: Type.String(), term: Type.String() }),
  ),
  /** Sent by a timer, 30 days after the deletion. */
  purgeModelVersion: command('models.purgeModelVersion', Type.Object({ id: Uuid })),
} as const;

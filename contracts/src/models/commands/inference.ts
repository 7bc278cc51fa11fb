import { Type } from '@sinclair/typebox';
import { FileRecord } from '../../assets/shapes.js';
import { command } from '../../kit/command.js';
import { Uuid } from '../../kit/schemas.js';
import { AddedInference, InferenceChanges, InferenceInput } from '../inference.js';

const OfInference = { inference_id: Uuid };

/** What may be asked of inferences. */
export const inferenceCommands = {
  /**
   * Runs a version of a model, the active one where none is named, and records what it answered. The id of the inference
   * derives from the command as the role `inference`. `began_at`: when the request came, milliseconds since 1970.
   */
  runModel: command(
    'models.runModel',
    Type.Object({
      model_id: Uuid,
      version_id: Type.Optional(Uuid),
      body: InferenceInput,
      file: Type.Optional(FileRecord),
      began_at: Type.Optional(Type.Number()),
    }),
  ),
  /** Records one that was made elsewhere, with an id of the same role. */
  addInference: command('models.addInference', Type.Object({ model_id: Uuid, body: AddedInference })),
  updateInference: command('models.updateInference', Type.Object({ ...OfInference, body: InferenceChanges })),
  setInferenceFile: command('models.setInferenceFile', Type.Object({ ...OfInference, file: FileRecord })),
  deleteInference: command('models.deleteInference', Type.Object(OfInference)),
} as const;

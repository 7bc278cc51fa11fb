import { Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command } from '../kit/command.js';
import { JsonObject, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { ImportOptions } from './events/job.js';
import { AnnotationRecord } from './events/shapes.js';
import { ImportRecordError } from './import.js';

const InVersion = { dataset_id: Uuid, version_id: Uuid };

/** What every kind of work is told. */
export const datasetJobOwnCommands = jobCommands({
  service: 'datasets',
  noun: 'Job',
  error: ImportRecordError,
});

/** What may be asked of imports and duplicates beside `duplicateDatasetVersion`. All but the first two are the worker's own. */
export const datasetJobCommands = {
  /** The job's id is derived from the command as the role `job`. */
  requestImport: command(
    'datasets.requestImport',
    Type.Object({
      ...InVersion,
      file: FileRecord,
      format: Type.Optional(Type.String()),
      options: ImportOptions,
    }),
  ),
  /** For who asked for the job, and who may write to its dataset. */
  cancelJob: datasetJobOwnCommands.cancel,
  /** Makes the labels and splits that an import needs; those that are there already are left as they are. */
  prepareImport: command(
    'datasets.prepareImport',
    Type.Object({
      ...InVersion,
      user_id: Type.String(),
      labels: Type.Array(
        Type.Object({
          id: Uuid,
          name: Type.String(),
          description: Type.Optional(Type.String()),
          color: Type.Optional(Type.String()),
          number: Type.Optional(Type.Integer()),
          type: Type.Optional(Type.String()),
          parent: Type.Optional(Type.String({ description: 'A name.' })),
          attributes: Type.Optional(JsonObject),
        }),
      ),
      splits: Type.Array(
        Type.Object({ id: Uuid, name: Type.String(), description: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  /** An item takes over what a file says of it, where what stands there is what imports said. */
  takeImported: command(
    'datasets.takeImported',
    Type.Object({
      ...InVersion,
      item_id: Uuid,
      attributes: JsonObject,
      annotations: Type.Array(AnnotationRecord),
      exact: Type.Boolean({ description: 'What is not told is none.' }),
    }),
  ),
  /** A duplicate has all of its items. */
  completeVersion: command('datasets.completeVersion', Type.Object(InVersion)),
  /** A duplicate will never have all of its items: its job failed or was cancelled. */
  discardVersion: command('datasets.discardVersion', Type.Object(InVersion)),
} as const;

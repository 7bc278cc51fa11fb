import { Type } from '@sinclair/typebox';
import { command } from '../kit/command.js';
import { JsonObject, Uuid } from '../kit/schemas.js';
import { ImportOptions } from './events/job.js';
import { FileRecord } from './events/shapes.js';
import { ImportRecordError } from './import.js';
import { DatasetVersionCopyInput } from './version.js';

const InVersion = { dataset_id: Uuid, version_id: Uuid };
const Count = Type.Integer({ minimum: 0 });
/** Of a worker: the revision of the `DatasetJobStarted` that gave it the work. */
const Fenced = { job_id: Uuid, fence: Type.String() };

/** What may be asked of imports and duplicates. All but the first two are the worker's own. */
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
  /** The copy's id is derived from the command as the role `version`, the job's as `job`. */
  requestDuplicate: command(
    'datasets.requestDuplicate',
    Type.Object({ ...InVersion, body: DatasetVersionCopyInput }),
  ),
  startJob: command('datasets.startJob', Type.Object({ job_id: Uuid, worker: Type.String() })),
  progressJob: command(
    'datasets.progressJob',
    Type.Object({
      ...Fenced,
      phase: Type.String(),
      done: Count,
      total: Type.Optional(Count),
      cursor: Type.Optional(JsonObject),
      released: Type.Optional(Type.Boolean({ description: 'The worker lets go: its lease is over now.' })),
    }),
  ),
  completeJob: command('datasets.completeJob', Type.Object({ ...Fenced, result: JsonObject })),
  failJob: command(
    'datasets.failJob',
    Type.Object({
      ...Fenced,
      code: Type.String(),
      message: Type.String(),
      errors: Type.Array(ImportRecordError),
    }),
  ),
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
  /** A duplicate has all of its items. */
  completeVersion: command('datasets.completeVersion', Type.Object(InVersion)),
  /** A duplicate will never have all of its items: its job failed. */
  discardVersion: command('datasets.discardVersion', Type.Object(InVersion)),
} as const;

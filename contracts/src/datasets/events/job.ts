import { type Static, Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { JsonObject, OneOf, Time, Uuid } from '../../kit/schemas.js';
import { ImportColumn, ImportRecordError } from '../import.js';
import { FileRecord } from './shapes.js';

const Count = Type.Integer({ minimum: 0 });
const VERSION = '018f4d1a-0000-7000-8000-000000000002';

/** How an import is done (`?on_error=`, `?dry_run=`, `?columns=`). */
export const ImportOptions = Type.Object({
  on_error: OneOf(['fail', 'skip']),
  dry_run: Type.Boolean(),
  columns: Type.Optional(
    Type.Array(ImportColumn, { description: 'Absent: columns are known by their names.' }),
  ),
});
export type ImportOptions = Readonly<Static<typeof ImportOptions>>;

export const DatasetJobRequested = event({
  name: 'DatasetJobRequested',
  storedType: 'datasets.datasetJob.requested.v1',
  description: 'Durable work on a version was asked for.',
  schema: Type.Object({
    id: Uuid,
    kind: OneOf(['import', 'duplicate']),
    dataset_id: Uuid,
    version_id: Uuid,
    user_id: Type.String(),
    name: Type.String(),
    file: Type.Optional(FileRecord),
    format: Type.Optional(Type.String({ description: 'Absent: it is detected.' })),
    options: Type.Optional(ImportOptions),
    source_version_id: Type.Optional(
      Type.String({ description: 'The version that a duplicate is made from; `version_id` is the copy.' }),
    ),
  }),
  example: {
    id: '018f4d1a-0000-7000-8000-000000000008',
    kind: 'import',
    dataset_id: '018f4d1a-0000-7000-8000-000000000001',
    version_id: VERSION,
    user_id: '018f4d1a-0000-7000-8000-000000000009',
    name: 'mails.zip',
    file: { sha256: 'c'.repeat(64), size: 1048576, content_type: 'application/zip', file_name: 'mails.zip' },
    format: 'jsonl',
    options: { on_error: 'fail', dry_run: false, columns: [{ target: 'text', column: 'my_col' }] },
  },
});

export const DatasetJobStarted = event({
  name: 'DatasetJobStarted',
  storedType: 'datasets.datasetJob.started.v1',
  description: 'A worker took the work under a lease; the revision of this event is its fence.',
  schema: Type.Object({ lease_until: Time, worker: Type.String(), attempt: Type.Integer({ minimum: 1 }) }),
  example: { lease_until: '2026-02-01T12:01:00.000Z', worker: 'one-machine', attempt: 1 },
});

export const DatasetJobProgressed = event({
  name: 'DatasetJobProgressed',
  storedType: 'datasets.datasetJob.progressed.v1',
  description: 'How far the work is; the lease goes on.',
  schema: Type.Object({
    phase: Type.String(),
    done: Count,
    total: Type.Optional(Count),
    lease_until: Time,
    cursor: Type.Optional(
      Type.Unsafe<JsonObject>({ ...JsonObject, description: 'Where another worker goes on.' }),
    ),
  }),
  example: { phase: 'items', done: 500, total: 1000, lease_until: '2026-02-01T12:02:00.000Z' },
});

export const DatasetJobCompleted = event({
  name: 'DatasetJobCompleted',
  storedType: 'datasets.datasetJob.completed.v1',
  description: 'The work is done.',
  schema: Type.Object({ result: JsonObject }),
  example: { result: { created: 1000 } },
});

export const DatasetJobFailed = event({
  name: 'DatasetJobFailed',
  storedType: 'datasets.datasetJob.failed.v1',
  description: 'The work was given up.',
  schema: Type.Object({
    code: Type.String(),
    message: Type.String(),
    errors: Type.Array(ImportRecordError),
  }),
  example: {
    code: 'import_record_invalid',
    message: 'The file holds records that cannot be read.',
    errors: [{ file: 'mails.jsonl', line: 3, code: 'malformed_json', message: 'Not JSON.' }],
  },
});

/** The events of `datasetJob-<id>`. */
export const datasetJobStreamEvents = {
  DatasetJobRequested,
  DatasetJobStarted,
  DatasetJobProgressed,
  DatasetJobCompleted,
  DatasetJobFailed,
} as const;
export type DatasetJobEvent = EventOf<(typeof datasetJobStreamEvents)[keyof typeof datasetJobStreamEvents]>;

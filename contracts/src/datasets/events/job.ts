import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../../kit/blob.js';
import type { EventOf } from '../../kit/event.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { jobEvents } from '../../work/events.js';
import { ImportColumn, ImportRecordError } from '../import.js';

const VERSION = '018f4d1a-0000-7000-8000-000000000002';

/** How an import is done (`?on_error=`, `?on_existing=`, `?dry_run=`, `?guard=`, `?columns=`). */
export const ImportOptions = Type.Object({
  on_error: OneOf(['fail', 'skip']),
  on_existing: Type.Optional(OneOf(['keep', 'update'], { description: 'Absent: `keep`.' })),
  dry_run: Type.Boolean(),
  guard: Type.Optional(OneOf(['strip', 'keep'], { description: 'Absent: the file tells.' })),
  columns: Type.Optional(
    Type.Array(ImportColumn, { description: 'Absent: columns are known by their names.' }),
  ),
});
export type ImportOptions = Readonly<Static<typeof ImportOptions>>;

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of imports and duplicates by what they do, as all durable work has them. */
export const datasetJobEvents = jobEvents({
  area: 'datasets',
  entity: 'job',
  noun: 'DatasetJob',
  description: 'Durable work on a version was asked for.',
  about: { kind: OneOf(['import', 'duplicate']), dataset_id: Uuid, version_id: Uuid },
  own: {
    file: Type.Optional(FileRecord),
    format: Type.Optional(Type.String({ description: 'Absent: it is detected.' })),
    options: Type.Optional(ImportOptions),
    source_version_id: Type.Optional(
      Type.String({ description: 'The version that a duplicate is made from; `version_id` is the copy.' }),
    ),
  },
  error: ImportRecordError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-000000000008',
      kind: 'import',
      dataset_id: '018f4d1a-0000-7000-8000-000000000001',
      version_id: VERSION,
      user_id: USER,
      requester: { kind: 'key', user_id: USER, api_key_id: '018f4d1a-0000-7000-8000-00000000000a' },
      name: 'mails.zip',
      file: {
        sha256: 'c'.repeat(64),
        size: 1048576,
        content_type: 'application/zip',
        file_name: 'mails.zip',
      },
      format: 'jsonl',
      options: { on_error: 'fail', dry_run: false, columns: [{ target: 'text', column: 'my_col' }] },
    },
    progressed: { phase: 'items', done: 500, total: 1000, cursor: { entries: 500 } },
    completed: { result: { created: 1000 } },
    failed: {
      code: 'import_record_invalid',
      message: 'The file holds records that cannot be read.',
      errors: [{ file: 'mails.jsonl', line: 3, code: 'malformed_json', message: 'Not JSON.' }],
    },
    cancelled: { result: { created: 400 } },
  },
});

/** The events of `datasetJob-<id>`. */
export const datasetJobStreamEvents = {
  DatasetJobRequested: datasetJobEvents.requested,
  DatasetJobStarted: datasetJobEvents.started,
  DatasetJobProgressed: datasetJobEvents.progressed,
  DatasetJobCompleted: datasetJobEvents.completed,
  DatasetJobFailed: datasetJobEvents.failed,
  DatasetJobCancelRequested: datasetJobEvents.cancelRequested,
  DatasetJobCancelled: datasetJobEvents.cancelled,
} as const;
export type DatasetJobEvent = EventOf<(typeof datasetJobStreamEvents)[keyof typeof datasetJobStreamEvents]>;

import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../../kit/blob.js';

import { OneOf, Uuid } from '../../kit/schemas.js';
import { jobEvents } from '../../work/events.js';
import { onErrors } from '../content/bulk.js';
import { graphFileFormats, GraphImportError, importModes } from '../content/files.js';

/** How an import is done (`?mode=`, `?format=`, `?dry_run=`, `?on_error=`). */
export const GraphImportOptions = Type.Object({
  mode: OneOf(importModes),
  format: Type.Optional(OneOf(graphFileFormats, { description: 'Absent: the content tells.' })),
  dry_run: Type.Boolean(),
});
export type GraphImportOptions = Readonly<Static<typeof GraphImportOptions>>;

/** What durable work on the content of a version may be. */
const graphJobKinds = ['import_graph', 'undo_import', 'measure_graph', 'validate_graph'] as const;

const USER = '018f4d1a-0000-7000-8000-000000000009';

/** The events of imports and of undoing them, by what they do. */
export const graphJobEvents = jobEvents({
  area: 'graphs',
  entity: 'job',
  noun: 'GraphJob',
  description: 'Durable work on the content of a version was asked for.',
  about: { kind: OneOf(graphJobKinds), graph_id: Uuid, version_id: Uuid },
  own: {
    on_error: Type.Optional(OneOf(onErrors)),
    file: Type.Optional(FileRecord),
    options: Type.Optional(GraphImportOptions),
    undoes: Type.Optional(Type.String({ description: 'The job whose changes are undone.' })),
    schema: Type.Optional(Type.String({ description: 'The schema that content is checked against.' })),
  },
  error: GraphImportError,
  examples: {
    requested: {
      id: '018f4d1a-0000-7000-8000-0000000000e8',
      kind: 'import_graph',
      graph_id: '018f4d1a-0000-7000-8000-0000000000e1',
      version_id: '018f4d1a-0000-7000-8000-0000000000e2',
      user_id: USER,
      requester: { kind: 'user', user_id: USER },
      name: 'karate.graphml',
      on_error: 'fail',
      file: {
        sha256: 'd'.repeat(64),
        size: 40960,
        content_type: 'application/octet-stream',
        file_name: 'karate.graphml',
      },
      options: { mode: 'merge', dry_run: false },
    },
    progressed: { phase: 'storing', done: 500, total: 1000, cursor: { chunks: 1 } },
    completed: { result: { nodes_created: 34, edges_created: 78 } },
    failed: {
      code: 'graph_file_invalid',
      message: 'The file cannot be read.',
      errors: [{ line: 3, column: 8, code: 'xml_invalid', message: 'unclosed tag: node' }],
    },
    cancelled: { result: { nodes_created: 20 } },
  },
});

/** The events of `graphJob-<id>`. */
export const graphJobStreamEvents = {
  GraphJobRequested: graphJobEvents.requested,
  GraphJobStarted: graphJobEvents.started,
  GraphJobProgressed: graphJobEvents.progressed,
  GraphJobCompleted: graphJobEvents.completed,
  GraphJobFailed: graphJobEvents.failed,
  GraphJobCancelRequested: graphJobEvents.cancelRequested,
  GraphJobCancelled: graphJobEvents.cancelled,
} as const;

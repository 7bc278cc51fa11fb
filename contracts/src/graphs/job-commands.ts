import { type Static, Type } from '@sinclair/typebox';
import { FileRecord } from '../kit/blob.js';
import { command } from '../kit/command.js';
import { JsonObject, JsonText, OneOf, Uuid } from '../kit/schemas.js';
import { jobCommands } from '../work/commands.js';
import { onErrors } from './content/bulk.js';
import { GraphImportError } from './content/files.js';
import { GraphFactsSaid } from './events/content.js';
import { GraphImportOptions } from './events/job.js';

const InVersion = { id: Uuid, version_id: Uuid };

/** What every kind of work is told. */
export const graphJobOwnCommands = jobCommands({ service: 'graphs', noun: 'Job', error: GraphImportError });

/** How an element of a file is taken: `set` makes it what the file says, and no more. */
const mode = OneOf(['create', 'merge', 'set']);

/** Nothing is stored: what would be done is told. */
const onlyLook = Type.Boolean();

/** What one format alone knows of an element, by the format. */
const kept = Type.Optional(JsonObject);

/** A node of a file; `labels`, `parent` or `kept` absent: those that it has stay. */
export const ImportedNode = Type.Object({
  uid: Type.String(),
  labels: Type.Optional(Type.Array(Type.String())),
  properties: JsonObject,
  parent: Type.Optional(Type.String()),
  kept,
});
export type ImportedNode = Readonly<Static<typeof ImportedNode>>;

/** An edge of a file; `type` or `kept` absent: what it has stays. */
export const ImportedEdge = Type.Object({
  uid: Type.String(),
  source: Type.String(),
  target: Type.String(),
  type: Type.Optional(Type.String()),
  directed: Type.Boolean(),
  properties: JsonObject,
  kept,
});
export type ImportedEdge = Readonly<Static<typeof ImportedEdge>>;

/** What may be asked of imports, and of undoing them. */
export const graphJobCommands = {
  /** The job's id is derived from the command as the role `job`. */
  requestImport: command(
    'graphs.requestImport',
    Type.Object({ ...InVersion, file: FileRecord, on_error: OneOf(onErrors), options: GraphImportOptions }),
  ),
  /** The same. */
  requestUndo: command(
    'graphs.requestUndo',
    Type.Object({ ...InVersion, job_id: Uuid, on_error: OneOf(onErrors) }),
  ),
  /** The same. */
  requestMeasure: command('graphs.requestMeasure', Type.Object(InVersion)),
  /** The same; without `schema` the one in force. */
  requestValidation: command(
    'graphs.requestValidation',
    Type.Object({ ...InVersion, schema: Type.Optional(JsonText) }),
  ),
  /** For who asked for the job, and who may write to its graph. */
  cancelJob: graphJobOwnCommands.cancel,
  /** A worker's own, sent for who asked for the import: a part of the file is stored. */
  storeElements: command(
    'graphs.storeElements',
    Type.Object({
      ...InVersion,
      job_id: Uuid,
      mode,
      on_error: OneOf(onErrors),
      nodes: Type.Array(ImportedNode),
      edges: Type.Array(ImportedEdge),
      implied: Type.Array(Type.String(), { description: 'Nodes that only edges of the file name.' }),
      facts: Type.Optional(GraphFactsSaid),
      only_look: onlyLook,
      ends: Type.Array(Type.Object({ uid: Type.String(), labels: Type.Array(Type.String()) }), {
        description: 'With `only_look`: nodes that other parts of the file have, which are not stored yet.',
      }),
    }),
  ),
  /** A worker's own, alike: what the file does not have is deleted; what is gone already is left out. */
  deleteElements: command(
    'graphs.deleteElements',
    Type.Object({
      ...InVersion,
      job_id: Uuid,
      nodes: Type.Array(Type.String()),
      edges: Type.Array(Type.String()),
    }),
  ),
  /** A worker's own, alike: one change of a job is undone, but for what others changed since. */
  undoChange: command(
    'graphs.undoChange',
    Type.Object({
      ...InVersion,
      job_id: Uuid,
      revision: Type.Integer({ minimum: 0 }),
      only_look: onlyLook,
    }),
  ),
} as const;

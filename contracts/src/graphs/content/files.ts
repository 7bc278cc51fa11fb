import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { jobErrorFields } from '../../work/events.js';

/** The formats that graphs are read from and written to, with the dialects that are written; the first when none is named. */
export const graphFileDialects = {
  json: ['graphology', 'node-link', 'cytoscape', 'apoc', 'jgf', 'd3'],
  graphml: ['graphml', 'neo4j'],
  gexf: ['1.3', '1.2draft'],
  csv: ['edges', 'nodes', 'tables'],
} as const;
export type GraphFileFormat = keyof typeof graphFileDialects;
export const graphFileFormats = Object.keys(graphFileDialects) as [GraphFileFormat, ...GraphFileFormat[]];

/** How an import takes what is there already. */
export const importModes = ['merge', 'append', 'replace'] as const;

const Count = Type.Integer({ minimum: 0 });

/** What is wrong with something in a file. */
export const GraphImportError = resource('GraphImportError', jobErrorFields);
export type GraphImportError = Readonly<Static<typeof GraphImportError>>;

/**
 * What an import did, or would do under `dry_run`. Of edges: read = created + updated + unchanged + skipped. Of nodes:
 * read + implied = created + updated + unchanged + skipped.
 */
export const GraphImportReport = resource('GraphImportReport', {
  job_id: Type.Optional(Type.String({ description: '`undo` takes it. Absent under `dry_run`.' })),
  format: Type.String(),
  dialect: Type.String(),
  mode: Type.String(),
  dry_run: Type.Boolean(),
  nodes_read: Count,
  nodes_created: Count,
  nodes_updated: Count,
  nodes_unchanged: Count,
  nodes_deleted: Type.Integer({
    minimum: 0,
    description: 'With `mode=replace`: the file does not have them.',
  }),
  nodes_implied: Type.Integer({
    minimum: 0,
    description: 'Nodes that only edges of the file name, of those that were created or updated.',
  }),
  edges_read: Count,
  edges_created: Count,
  edges_updated: Count,
  edges_unchanged: Count,
  edges_deleted: Count,
  nodes_skipped: Type.Integer({
    minimum: 0,
    description: 'Nodes of the file left out under `on_error=skip`.',
  }),
  edges_skipped: Count,
  skipped: Type.Integer({ minimum: 0, description: '`nodes_skipped` and `edges_skipped` together.' }),
  errors: Type.Array(GraphImportError, { description: 'Why they were left out. The first hundred.' }),
  warnings: Type.Array(Type.String(), {
    description: 'What the file has and Cairn does not keep, or keeps as something else, and how often.',
  }),
  schema_warning_count: Type.Integer({
    minimum: 0,
    description: 'How much a schema that warns says of what is stored.',
  }),
  schema_warnings: Type.Array(GraphImportError, { description: 'What it says. The first hundred.' }),
  duration_ms: Type.Integer({ minimum: 0, description: 'Since the import was asked for.' }),
});
export type GraphImportReport = Readonly<Static<typeof GraphImportReport>>;

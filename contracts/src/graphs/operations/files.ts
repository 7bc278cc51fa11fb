import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { madeFile } from '../../kit/replies.js';
import { OneOf } from '../../kit/schemas.js';
import { Job } from '../../work/job.js';
import { OnErrorQuery } from '../content/bulk.js';
import { graphFileDialects, graphFileFormats, GraphImportReport, importModes } from '../content/files.js';
import { exampleGraphImport } from '../examples.js';
import { ofContent, OfVersionParams, tag, versionPath } from './paths.js';

const ImportQuery = Type.Object({
  mode: Type.Optional(
    OneOf(importModes, {
      description:
        'What becomes of nodes and edges that are there already. `merge`, unless it is said: what the file says of one is ' +
        'set, the rest of it stays. `append`: a uid that is there is an error. `replace`: the version has what the file ' +
        'has and no more.',
    }),
  ),
  format: Type.Optional(
    OneOf(graphFileFormats, { description: 'Told by the content of the file, unless it is said.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Reports what would happen and stores nothing.' })),
  ...OnErrorQuery.properties,
});

export const importGraph = operation({
  id: 'importGraph',
  tag,
  summary: 'Import a file into a version',
  description:
    'A graph file as the body, or as the one file of a form. It may be packed with gzip, or be a zip: of CSV tables of nodes ' +
    'and edges, or of one graph file alone. The whole file is checked before anything is stored: `errors` has line and ' +
    'column of what is wrong. Edges without an id get one that follows from what they connect, so that the same file ' +
    'merged again adds nothing. `undo` with the `job_id` of the answer takes back the whole import. An import that takes ' +
    'longer than ten seconds goes on as a job.',
  method: 'POST',
  path: `${versionPath}/import`,
  access: 'graphs:write',
  params: OfVersionParams,
  query: ImportQuery,
  durableWork: true,
  upload: { limit: 'archive' },
  rateClass: 'upload',
  replies: {
    200: { description: 'What was imported.', schema: GraphImportReport },
    202: { description: 'The import goes on; `Location` is its job.', schema: Job },
  },
  errors: [
    'forbidden',
    'content_invalid',
    'format_not_recognised',
    'graph_file_invalid',
    'import_running',
    'job_cancelled',
    'requester_unavailable',
    'too_many_elements',
  ],
  example: { reply: exampleGraphImport },
});

const dialects = graphFileFormats
  .map(
    (format) => `\`${format}\`: ${graphFileDialects[format].map((dialect) => `\`${dialect}\``).join(', ')}`,
  )
  .join('; ');

const ExportQuery = Type.Object({
  format: Type.Optional(
    OneOf(graphFileFormats, { description: 'Unless it is said, the first of them that `Accept` takes.' }),
  ),
  dialect: Type.Optional(
    Type.String({ maxLength: 40, description: `One of the dialects of the format. ${dialects}.` }),
  ),
});

export const exportGraph = operation({
  id: 'exportGraph',
  tag,
  summary: 'Export a version as a file',
  description:
    'All nodes and edges as they are at one moment, whatever others write meanwhile. `X-Not-Held` names what the format has ' +
    'no place for.',
  method: 'GET',
  path: `${versionPath}/export`,
  access: 'graphs:read',
  params: OfVersionParams,
  query: ExportQuery,
  ...ofContent,
  takesLong: true,
  replies: madeFile('The graph.'),
  errors: ['format_unknown', 'graph_not_writable'],
});

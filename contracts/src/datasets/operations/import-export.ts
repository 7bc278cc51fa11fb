import { Type } from '@sinclair/typebox';
import { operation } from '../../kit/operation.js';
import { OneOf, Uuid } from '../../kit/schemas.js';
import { Job } from '../../work/job.js';
import { exampleImport, exampleVersion } from '../examples.js';
import { columnTargets, datasetFormatNames } from '../import.js';
import { ImportedDatasetVersion } from '../version.js';
import { VersionParams, versionPath } from './paths.js';

const tag = 'Dataset versions';

/** Names of formats for the documents. An unknown one is 422 `format_unknown`, not a missing page. */
export const formatDescription = `One of ${datasetFormatNames.map((name) => `\`${name}\``).join(', ')}; lower case, \`-\` and \`_\` alike.`;

const ImportQuery = Type.Object({
  on_error: Type.Optional(
    OneOf(['fail', 'skip'], {
      description: 'What a broken record does: nothing is stored (default), or it is left out.',
    }),
  ),
  on_existing: Type.Optional(
    OneOf(['keep', 'update'], {
      description:
        'What becomes of an item of the same content in the same split that is not as the file has it: it stays and is ' +
        'named in `existing_items` (default), or it takes the annotations and attributes of the file over where nobody ' +
        'but imports said them. What people changed since stays, and what the file does not say.',
    }),
  ),
  guard: Type.Optional(
    OneOf(['strip', 'keep'], {
      description:
        "Of a table whether a `'` before `=`, `+`, `-`, `@`, a tab or a return was put there against formulas: `strip` " +
        'takes it off, `keep` reads it as text. By default it is taken off in tables that Cairn wrote, which it knows by ' +
        'their header, or by `cairn.json` in an archive; what other tools wrote comes in as it is.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Report what would happen and store nothing.' })),
  columns: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        'What columns of a table, or keys of JSON objects, are taken for, whatever their names: `text:my_col,label:other`. ' +
        `Targets: ${columnTargets.map((target) => `\`${target}\``).join(', ')}; each once, but for \`attribute\`, which ` +
        'keeps a column from being anything else. JSON has no `confidence` and no boxes.',
    }),
  ),
});

const replies = {
  200: {
    description: 'The import is done: the version and what was imported.',
    schema: ImportedDatasetVersion,
  },
  202: { description: 'The import goes on; `Location` is its job.', schema: Job },
} as const;
const importErrors = [
  'forbidden',
  'archive_unsafe',
  'columns_invalid',
  'format_not_recognised',
  'import_record_invalid',
  'import_running',
  'job_cancelled',
  'requester_unavailable',
  'multi_label_violation',
  'version_too_large',
] as const;
const description =
  'The file is a zip or a single file in UTF-8, or in the charset that its `Content-Type` names. A zip may hold records in ' +
  'several formats, each file is read as its name says; with a format in the path only its files are. Files that a record ' +
  'names are files of items, and record files that are not read are told in `not_held`. A record is in the split that it names, else in the one that the name of its file or of a ' +
  'folder above tells (`train`, `validation`, `test` and what folds to them, between other characters than letters), ' +
  'else in the default split of the version: `splits` and `no_split_told` tell of it. An item needs a text or a file. ' +
  'An item is known by its content (text, bytes and name of its file) within its split: what an import made there already ' +
  'is not made again, so that sending a file again adds nothing, and one that was deleted comes back. Items that were ' +
  'made in another way, or copied with the version, are not recognised. Items of ' +
  'one import are made at once and have no order of their own. A dry run answers as the import would. Imports that ' +
  'take longer than a minute go on as a job.';

export const importDataset = operation({
  id: 'importDataset',
  tag,
  summary: 'Import a file whose format is detected',
  description,
  method: 'POST',
  path: `${versionPath}/upload`,
  access: 'datasets:write',
  params: VersionParams,
  query: ImportQuery,
  etag: true,
  durableWork: true,
  upload: { limit: 'archive' },
  rateClass: 'upload',
  replies,
  errors: importErrors,
  example: { reply: { ...exampleVersion, import: exampleImport } },
});

export const importDatasetFormat = operation({
  id: 'importDatasetFormat',
  tag,
  summary: 'Import a file of a named format',
  description,
  method: 'POST',
  path: `${versionPath}/upload/{format}`,
  access: 'datasets:write',
  params: Type.Object({
    dataset_id: Uuid,
    id: Uuid,
    format: Type.String({ minLength: 1, maxLength: 40, description: formatDescription }),
  }),
  query: ImportQuery,
  etag: true,
  durableWork: true,
  upload: { limit: 'archive' },
  rateClass: 'upload',
  replies,
  errors: [...importErrors, 'format_unknown'],
  example: { reply: { ...exampleVersion, import: exampleImport } },
});

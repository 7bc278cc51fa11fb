import { contentTypeOf, type ZippedFile } from '@cairn/kernel';
import { extensionOf } from '../../domain/item/file-name.js';
import type { ExportContent, ImportRecord, DeclaredLabel, Output, DeclaredSplit } from '../format.js';
import { said } from '../reading/fields.js';
import { baseName } from '../reading/item-file.js';
import { filePath, NamedFiles } from '../writing/item-files.js';
import { jsonText } from '../writing/json-text.js';
import { encoded } from '../writing/rows.js';
import { LABELS_FILE, SPLITS_FILE } from './declarations.js';
import { ITEMS_FILE } from './read.js';

/** The lossless native form: items, labels and splits as JSON lines, files beside them. */
export const write = async (content: ExportContent): Promise<Output> => ({
  kind: 'zip',
  notHeld: [],
  files: filesOf(content),
});

async function* filesOf(content: ExportContent): AsyncGenerator<ZippedFile, void, void> {
  const named = new NamedFiles();
  yield rowsFile(LABELS_FILE, listed(content.labels.map(labelRow)));
  yield rowsFile(SPLITS_FILE, listed(content.splits.map(splitRow)));
  yield rowsFile(ITEMS_FILE, itemRows(named.noted(content.records())));
  yield* named.all();
}

const rowsFile = (path: string, rows: AsyncIterable<string>): ZippedFile => ({
  path,
  content: async () => encoded(rows),
  compress: true,
});

async function* listed(rows: readonly string[]): AsyncGenerator<string, void, void> {
  yield* rows;
}

async function* itemRows(records: AsyncIterable<ImportRecord>): AsyncGenerator<string, void, void> {
  for await (const record of records) yield rowOf(itemFields(record));
}

const rowOf = (fields: object): string => `${jsonText(fields)}\n`;

const itemFields = (record: ImportRecord): object => ({
  ...said('id', record.id),
  ...said('name', record.name),
  ...said('description', record.description),
  ...said('text', record.text),
  ...fileFields(record),
  labels: namesOf(record),
  annotations: record.annotations,
  ...said('splits', record.splits),
  ...said('attributes', record.attributes),
});

/** Where the file stands, and what its path does not tell of it. */
const fileFields = (record: ImportRecord): object => {
  const { file, file_name = 'file' } = record;
  if (file === undefined) return {};
  const path = filePath(record);
  const guessed = contentTypeOf(extensionOf(file_name));
  const facts = {
    ...said('name', file_name === baseName(path) ? undefined : file_name),
    ...said('content_type', file.contentType === guessed ? undefined : file.contentType),
  };
  return { file_name: path, ...(Object.keys(facts).length === 0 ? {} : { file: facts }) };
};

/** The classifications by name, for those who read nothing else. */
const namesOf = ({ labels, annotations }: ImportRecord): readonly string[] => [
  ...new Set([
    ...labels,
    ...annotations.flatMap(({ type, label }) =>
      type === 'classification' && label !== undefined ? [label] : [],
    ),
  ]),
];

const labelRow = (label: DeclaredLabel): string =>
  rowOf({
    name: label.name,
    ...said('description', label.description),
    ...said('color', label.color),
    ...said('number', label.number),
    ...said('type', label.type),
    ...said('parent', label.parent),
    ...said('attributes', label.attributes),
  });

const splitRow = ({ name, description }: DeclaredSplit): string =>
  rowOf({ name, ...said('description', description) });

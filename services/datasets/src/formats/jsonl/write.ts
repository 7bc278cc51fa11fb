import type {
  ExportContent,
  ImportRecord,
  DeclaredLabel,
  Output,
  OutputFile,
  DeclaredSplit,
} from '../format.js';
import { said } from '../reading/fields.js';
import { filePath, itemFiles } from '../writing/item-files.js';
import { encoded } from '../writing/rows.js';
import { LABELS_FILE, SPLITS_FILE } from './read.js';

/** The lossless native form: items, labels and splits as JSON lines, files beside them. */
export const write = async (content: ExportContent): Promise<Output> => ({
  kind: 'zip',
  notHeld: [],
  files: filesOf(content),
});

async function* filesOf(content: ExportContent): AsyncGenerator<OutputFile, void, void> {
  yield rowsFile(LABELS_FILE, listed(content.labels.map(labelRow)));
  yield rowsFile(SPLITS_FILE, listed(content.splits.map(splitRow)));
  yield rowsFile('items.jsonl', itemRows(content));
  yield* itemFiles(content);
}

const rowsFile = (path: string, rows: AsyncIterable<string>): OutputFile => ({
  path,
  content: async () => encoded(rows),
  compress: true,
});

async function* listed(rows: readonly string[]): AsyncGenerator<string, void, void> {
  yield* rows;
}

async function* itemRows(content: ExportContent): AsyncGenerator<string, void, void> {
  for await (const record of content.records()) yield rowOf(itemFields(record));
}

const rowOf = (fields: object): string => `${JSON.stringify(fields)}\n`;

const itemFields = (record: ImportRecord): object => ({
  ...said('id', record.id),
  ...said('name', record.name),
  ...said('description', record.description),
  ...said('text', record.text),
  ...(record.file === undefined ? {} : { file_name: filePath(record) }),
  labels: namesOf(record),
  annotations: record.annotations,
  ...said('splits', record.splits),
  ...said('attributes', record.attributes),
});

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

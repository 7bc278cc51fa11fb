import { numberCell, textCell, type ZippedFile } from '@cairn/kernel';
import type { ExportContent, ImportRecord, Output, RecordAnnotation } from '../format.js';
import { filePath, NamedFiles } from '../writing/item-files.js';
import { jsonText } from '../writing/json-text.js';
import { encoded } from '../writing/rows.js';
import { markFile } from '../reading/mark.js';
import { ownColumns } from './columns.js';
import { isColumn, nameOf, type Survey, surveyOf } from './not-held.js';

const END = '\r\n';

interface Table {
  readonly extension: string;
  readonly contentType: string;
  readonly delimiter: string;
}

/** Writes tables: a row for each annotation, one for an item without; a zip when items have files. */
export const writer = (table: Table) =>
  async function write(content: ExportContent): Promise<Output> {
    const survey = await surveyOf(content);
    const rowsFrom = (records: AsyncIterable<ImportRecord>): AsyncIterable<Uint8Array> =>
      encoded(rowsOf(records, survey, table.delimiter));
    const { extension, contentType } = table;
    const { notHeld } = survey;
    if (survey.hasFiles)
      return { kind: 'zip', notHeld, files: filesOf(content, `items${extension}`, rowsFrom) };
    return { kind: 'file', extension, contentType, content: rowsFrom(content.records()), notHeld };
  };

async function* filesOf(
  content: ExportContent,
  path: string,
  rowsFrom: (records: AsyncIterable<ImportRecord>) => AsyncIterable<Uint8Array>,
): AsyncGenerator<ZippedFile, void, void> {
  const named = new NamedFiles();
  yield markFile();
  yield { path, content: async () => rowsFrom(named.noted(content.records())), compress: true };
  yield* named.all();
}

async function* rowsOf(
  records: AsyncIterable<ImportRecord>,
  survey: Survey,
  delimiter: string,
): AsyncGenerator<string, void, void> {
  const header = [...ownColumns, ...(survey.hasNames ? ['name'] : []), ...survey.columns];
  yield header.map(textCell).join(delimiter) + END;
  for await (const record of records)
    for (const row of rowsOfItem(record, survey)) yield row.join(delimiter) + END;
}

function* rowsOfItem(record: ImportRecord, survey: Survey): Generator<readonly string[], void, void> {
  const before = [
    textCell(record.id),
    textCell(fileCell(record, survey)),
    textCell(record.text),
    textCell(splitCell(record.splits)),
  ];
  const [attributes, ...texts] = attributeCells(record, survey.columns);
  const name = survey.hasNames ? [textCell(nameOf(record))] : [];
  const after = [attributes ?? '', ...name, ...texts];
  const classified: readonly RecordAnnotation[] = record.labels.map((label) => ({
    type: 'classification',
    label,
    value: {},
  }));
  const annotations = [...classified, ...record.annotations];
  if (annotations.length === 0) yield [...before, ...NO_ANNOTATION, ...after];
  for (const annotation of annotations) yield [...before, ...annotationCells(annotation), ...after];
}

/** Beside a single table no file has a place: one that came since the survey is told as little as it was then. */
const fileCell = (record: ImportRecord, { hasFiles }: Survey): string | undefined =>
  record.file === undefined || !hasFiles ? undefined : filePath(record);

const NO_ANNOTATION = ownColumns.slice(4, -1).map(() => '');

const splitCell = (splits: readonly string[] = []): string | undefined => {
  const [only] = splits;
  return splits.length > 1 || only?.startsWith('[') === true ? jsonText(splits) : only;
};

const annotationCells = ({ type, label, value, confidence }: RecordAnnotation): readonly string[] => {
  const box = type === 'rectangle' && Object.keys(value).length === 4 ? value : undefined;
  const side = (name: string): string => numberCell(box?.[name] as number | undefined);
  const rest = box === undefined && Object.keys(value).length > 0 ? jsonText(value) : undefined;
  return [
    textCell(label),
    textCell(type),
    side('x'),
    side('y'),
    side('width'),
    side('height'),
    textCell(rest),
    numberCell(confidence),
  ];
};

/** Texts in their columns, everything else together as JSON. */
const attributeCells = (record: ImportRecord, columns: readonly string[]): readonly string[] => {
  const attributes = record.attributes ?? {};
  const texts = columns.map((name) => {
    const value = attributes[name];
    return isColumn(name, value) ? value : undefined;
  });
  const others = Object.entries(attributes).filter(([name]) => texts[columns.indexOf(name)] === undefined);
  return [
    textCell(others.length === 0 ? undefined : jsonText(Object.fromEntries(others))),
    ...texts.map(textCell),
  ];
};

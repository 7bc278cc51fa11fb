import type { Entry, ImportRecord, RecordAnnotation, RecordError, Source } from '../format.js';
import { FieldInvalid } from '../reading/fields.js';
import { annotationsOf, cellOf, itemOfRow } from './items.js';
import type { Delimiter } from './sniff.js';
import { type Row, rowsOf } from './table.js';

/** Annotations that rows may add to one item before it is handed on: with more it is refused anyway. */
const MOST_ROWS = 10_001;

/** Reads tables: a row is an annotation, rows of one item that follow each other are one item. */
export const reader = (extension: string, otherwise: Delimiter) =>
  async function* read(source: Source): AsyncGenerator<Entry, void, void> {
    const files = source.archive
      ? source.names().filter((name) => name.toLowerCase().endsWith(extension))
      : source.names();
    for (const file of files) yield* itemsOf(source, file, otherwise);
  };

/** An item that further rows may belong to. */
interface Growing {
  readonly key: string | undefined;
  readonly item: ImportRecord;
  readonly annotations: RecordAnnotation[];
}

async function* itemsOf(
  source: Source,
  file: string,
  otherwise: Delimiter,
): AsyncGenerator<Entry, void, void> {
  let growing: Growing | undefined;
  for await (const row of rowsOf(source, file, otherwise)) {
    const step =
      growing !== undefined && belongs(row, growing) ? grown(growing, row) : begun(growing, row, source);
    yield* step.entries;
    growing = step.growing;
  }
  if (growing !== undefined) yield growing.item;
}

/** What a row makes: entries that are whole now, and the item that may go on. */
interface Step {
  readonly entries: readonly Entry[];
  readonly growing: Growing | undefined;
}

const begun = (before: Growing | undefined, row: Row | RecordError, source: Source): Step => {
  const whole = before === undefined ? [] : [before.item];
  const item = row.kind === 'row' ? itemOfRow(row, source) : row;
  if (row.kind === 'error' || item.kind === 'error') return { entries: [...whole, item], growing: undefined };
  const annotations = [...item.annotations];
  return { entries: whole, growing: { key: keyOf(row), item: { ...item, annotations }, annotations } };
};

const belongs = (row: Row | RecordError, { key }: Growing): row is Row =>
  row.kind === 'row' && key !== undefined && keyOf(row) === key;

const grown = (growing: Growing, row: Row): Step => {
  try {
    if (growing.annotations.length < MOST_ROWS) growing.annotations.push(...annotationsOf(row));
    return { entries: [], growing };
  } catch (error) {
    if (!(error instanceof FieldInvalid)) throw error;
    const where = { file: row.file, line: row.line };
    return { entries: [{ kind: 'error', where, code: 'record_invalid', message: error.message }], growing };
  }
};

/** What makes two rows one item: the same id, or without ids the same file in a table of annotations. */
const keyOf = (row: Row): string | undefined => {
  const { at } = row.columns;
  const id = cellOf(row, 'id');
  const file = cellOf(row, 'file_name');
  if (id === undefined && (file === undefined || (at.x ?? at.xmin ?? at.type) === undefined))
    return undefined;
  return JSON.stringify([id, file, cellOf(row, 'text'), cellOf(row, 'split')]);
};

import { type Delimiter, NumbersByDigest, type Source } from '@cairn/kernel';
import { hash } from 'node:crypto';
import type {
  Entry,
  ImportRecord,
  JsonFields,
  ReadOptions,
  RecordAnnotation,
  RecordError,
  RecordFiles,
} from '../format.js';
import { FieldInvalid, joined, said, unclassified } from '../reading/fields.js';
import { splitOfFile } from '../split-names.js';
import { type Beside, cellOf, itemOfRow } from './items.js';
import { type Row, rowsOf, type TableOptions } from './table.js';

/** Annotations that rows may add to one item before it is handed on: with more it is refused anyway. */
const MOST_ROWS = 10_001;
const TABLE = /\.(?:csv|tsv|tab)$/i;

/** Reads tables: a row is an annotation, rows of one item that follow each other are one item. */
export const reader = (otherwise: Delimiter) =>
  async function* read(
    source: Source,
    files: readonly string[],
    options: ReadOptions,
  ): AsyncGenerator<Entry, void, void> {
    for (const file of files) yield* itemsOf(source, file, { ...options, otherwise });
  };

/** How tables are told from other files. */
export const tables = (own: string, otherwise: Delimiter): RecordFiles => ({
  isRecords: (name) => TABLE.test(name),
  what: '.csv, .tsv or .tab',
  own: [own],
  async *namesIn(source, file, options) {
    for await (const row of rowsOf(source, file, { ...options, otherwise })) {
      const name = row.kind === 'row' ? cellOf(row, 'file_name') : undefined;
      if (name !== undefined) yield name;
    }
  },
  async holdsItems(source, file, options) {
    for await (const row of rowsOf(source, file, { ...options, otherwise }))
      return row.kind === 'row' || row.unreadable !== true;
    return false;
  },
});

/** An item that further rows may belong to. */
interface Growing {
  readonly key: string | undefined;
  readonly item: ImportRecord;
  readonly labels: Set<string>;
  readonly annotations: RecordAnnotation[];
  attributes: JsonFields | undefined;
}

async function* itemsOf(
  source: Source,
  file: string,
  options: TableOptions,
): AsyncGenerator<Entry, void, void> {
  let growing: Growing | undefined;
  const before = new ItemsBefore();
  const beside = { source, split: splitOfFile(file) };
  let hasNameless = false;
  for await (const row of rowsOf(source, file, options)) {
    const step = stepOf(growing, row, beside, before);
    yield* step.entries;
    growing = step.growing;
    hasNameless ||= row.kind === 'row' && holdsNameless(row);
  }
  if (growing !== undefined) yield wholeOf(growing);
  if (hasNameless) yield { kind: 'not_held', where: { file }, what: `columns without a name in ${file}` };
}

const holdsNameless = ({ cells, columns }: Row): boolean =>
  columns.nameless.length > 0 && columns.nameless.some((at) => cells[at] !== '');

const wholeOf = ({ item, labels, annotations, attributes }: Growing): ImportRecord => ({
  ...item,
  labels: unclassified([...labels], annotations),
  annotations,
  ...said('attributes', attributes),
});

/** What a row makes: entries that are whole now, and the item that may go on. */
interface Step {
  readonly entries: readonly Entry[];
  readonly growing: Growing | undefined;
}

const stepOf = (
  growing: Growing | undefined,
  row: Row | RecordError,
  beside: Beside,
  before: ItemsBefore,
): Step => {
  if (row.kind === 'error') return next(growing, undefined, row);
  const item = itemOfRow(row, beside);
  const key = keyOf(row);
  if (growing !== undefined && key !== undefined && key === growing.key)
    return { entries: item.kind === 'error' ? [item] : grown(growing, item), growing };
  return next(growing, key, item.kind === 'error' ? item : (before.refused(key, item) ?? item));
};

/** The items of a table that further rows may not join any more, as hashes of their keys: flat, for there may be millions. */
class ItemsBefore {
  readonly #lines = new NumbersByDigest();

  /** Why a row begins no item: one of this key stood further up. */
  refused(key: string | undefined, { where }: ImportRecord): RecordError | undefined {
    if (key === undefined) return undefined;
    const digest = hash('sha256', key, 'hex');
    const line = this.#lines.get(digest);
    if (line === 0) this.#lines.set(digest, where.line ?? 1);
    const message = `rows of one item must stand together: its first is in line ${line}; sort the table`;
    return line === 0 ? undefined : { kind: 'error', where, code: 'rows_apart', message };
  }
}

const next = (
  before: Growing | undefined,
  key: string | undefined,
  item: ImportRecord | RecordError,
): Step => {
  const whole = before === undefined ? [] : [wholeOf(before)];
  return item.kind === 'error'
    ? { entries: [...whole, item], growing: undefined }
    : { entries: whole, growing: begun(key, item) };
};

const begun = (key: string | undefined, item: ImportRecord): Growing => ({
  key,
  item,
  labels: new Set(item.labels),
  annotations: [...item.annotations],
  attributes: item.attributes,
});

/** A further row brings labels, an annotation and attributes; attributes that contradict are an error of the row. */
const grown = (
  growing: Growing,
  { where, labels, annotations, attributes }: ImportRecord,
): readonly Entry[] => {
  try {
    if (attributes !== undefined) growing.attributes = joined(growing.attributes ?? {}, attributes);
  } catch (error) {
    if (!(error instanceof FieldInvalid)) throw error;
    return [{ kind: 'error', where, code: 'record_invalid', message: error.message }];
  }
  if (growing.annotations.length < MOST_ROWS) growing.annotations.push(...annotations);
  for (const label of labels) if (growing.labels.size < MOST_ROWS) growing.labels.add(label);
  return [];
};

/** What makes two rows one item: the same id, or without ids the same file in a table of annotations. */
const keyOf = (row: Row): string | undefined => {
  const { at } = row.columns;
  const id = cellOf(row, 'id');
  const file = cellOf(row, 'file_name');
  if (id === undefined && (file === undefined || (at.x ?? at.xmin ?? at.type) === undefined))
    return undefined;
  const told = (['name', 'text', 'split'] as const).map((role) => cellOf(row, role));
  return JSON.stringify([id, file, ...told]);
};

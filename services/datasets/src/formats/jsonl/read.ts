import type { Entry, ImportRecord, RecordError, Source, Where } from '../format.js';
import { FieldInvalid, numberOf, objectOf, said, textOf } from '../reading/fields.js';
import { baseName, isMissing, itemFile } from '../reading/item-file.js';
import { objectsOf, type Placed } from '../reading/json-file.js';
import { recordFilesOf, type RecordFilesOptions } from '../reading/record-files.js';
import { splitName, splitOfFile } from '../split-names.js';
import { toldBy } from './dialects.js';

/** Files of the native form: the items, and what declares labels and splits beside them. */
export const ITEMS_FILE = 'items.jsonl';
export const LABELS_FILE = 'labels.jsonl';
export const SPLITS_FILE = 'splits.jsonl';

const JSON_FILE = /\.(?:jsonl|ndjson|json)$/i;

/** Reads JSON lines and JSON arrays: declarations first, then the items of each file. */
export async function* read(source: Source): AsyncGenerator<Entry, void, void> {
  const { files, entries } = await recordFilesOf(source, recordFiles);
  yield* entries;
  const declares = (name: string): boolean =>
    source.archive && [LABELS_FILE, SPLITS_FILE].includes(baseName(name));
  // The native form declares its splits and means their names as they are written.
  const native = files.some((name) => baseName(name) === SPLITS_FILE);
  for (const file of files.filter(declares))
    for await (const placed of objectsOf(source, file)) yield attempted(placed, declarationOf);
  for (const file of files.filter((name) => !declares(name)))
    for await (const placed of objectsOf(source, file))
      yield attempted(placed, (object) => itemOf(object, source, native));
}

const recordFiles: RecordFilesOptions = {
  isRecords: (name) => JSON_FILE.test(name),
  what: '.jsonl, .ndjson or .json',
  own: [ITEMS_FILE, LABELS_FILE, SPLITS_FILE],
  async *namesIn(source, file) {
    for await (const placed of objectsOf(source, file)) {
      const name = placed.kind === 'object' ? placed.object['file_name'] : undefined;
      if (typeof name === 'string') yield name;
    }
  },
};

const attempted = (placed: Placed | RecordError, make: (placed: Placed) => Entry): Entry => {
  if (placed.kind === 'error') return placed;
  try {
    return make(placed);
  } catch (error) {
    if (error instanceof FieldInvalid)
      return { kind: 'error', where: placed.where, code: 'record_invalid', message: error.message };
    throw error;
  }
};

const declarationOf = ({ object, where }: Placed): Entry => {
  const name = textOf(object['name'], 'name');
  if (name === undefined) throw new FieldInvalid('a declaration has no name');
  const described = { where, name, ...said('description', textOf(object['description'], 'description')) };
  if (baseName(where.file) === SPLITS_FILE) return { kind: 'split', ...described };
  return {
    kind: 'label',
    ...described,
    ...said('color', textOf(object['color'], 'color')),
    ...said('number', numberOf(object['number'], 'number')),
    ...said('type', textOf(object['type'], 'type')),
    ...said('parent', textOf(object['parent'], 'parent')),
    ...said('attributes', objectOf(object['attributes'], 'attributes')),
  };
};

const itemOf = (
  { object, where, raw }: Placed,
  source: Source,
  native: boolean,
): ImportRecord | RecordError => {
  const told = toldBy(object, raw);
  const file = told.file_name === undefined ? undefined : itemFile(source, where, told.file_name);
  if (file !== undefined && isMissing(file)) return file;
  const { splits, fileFacts, ...others } = told;
  return {
    kind: 'item',
    where,
    ...others,
    ...said('splits', native ? splits : splitsOf(splits, where)),
    ...(file === undefined ? {} : { file: { ...file, ...fileFacts } }),
    ...(native ? { exact: true } : {}),
  };
};

/** What is said of an item outside the native form: an empty list says nothing. */
const splitsOf = (told: readonly string[] = [], where: Where): readonly string[] | undefined => {
  if (told.length > 0) return [...new Set(told.map(splitName))];
  const ofFile = splitOfFile(where.file);
  return ofFile === undefined ? undefined : [ofFile];
};

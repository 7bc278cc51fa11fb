import type { Source } from '@cairn/kernel';
import type { Entry, ImportRecord, ReadOptions, RecordError, RecordFiles } from '../format.js';
import { FieldInvalid, said } from '../reading/fields.js';
import { baseName, isMissing, itemFile, pathNamed } from '../reading/item-file.js';
import { objectsOf, type Placed } from '../reading/json-file.js';
import { shapeIn } from '../reading/shape.js';
import { splitNames, splitOfFile, splitsOfPlace } from '../split-names.js';
import { declarationOf, LABELS_FILE, notHeldOf, SPLITS_FILE } from './declarations.js';
import { type DialectRules, isConversation, toldBy } from './dialects.js';
import { type KeyRules, keysOf } from './keys.js';
import { MappedObjects } from './mapped.js';

/** The items of the native form. */
export const ITEMS_FILE = 'items.jsonl';

const JSON_LINES = /\.(?:jsonl|ndjson)$/i;
const JSON_FILE = /\.(?:jsonl|ndjson|json)$/i;

/** What the objects of one file are read with. */
interface Beside {
  readonly source: Source;
  readonly mapped: MappedObjects;
  readonly rules: DialectRules;
  /** The split that the file's own name tells. */
  readonly split: string | undefined;
}

/** Reads JSON lines and JSON arrays: declarations first, then the items of each file. */
export async function* read(
  source: Source,
  files: readonly string[],
  { columns }: ReadOptions,
): AsyncGenerator<Entry, void, void> {
  const mapped = new MappedObjects(columns);
  const declares = (name: string): boolean =>
    source.archive && [LABELS_FILE, SPLITS_FILE].includes(baseName(name));
  // The native form declares its splits and means their names as they are written.
  const native = files.some((name) => baseName(name) === SPLITS_FILE);
  for (const file of files.filter(declares))
    for await (const placed of objectsOf(source, file)) {
      yield attempted(placed, declarationOf);
      if (placed.kind === 'object') yield* notHeldOf(placed);
    }
  for (const file of files.filter((name) => !declares(name))) {
    const rules = { ...rulesOf(source, file, mapped), native };
    const beside = { source, mapped, rules, split: splitOfFile(file) };
    for await (const placed of objectsOf(source, file))
      yield attempted(placed, (object) => itemOf(object, beside));
  }
  const refusal = mapped.refusal();
  if (refusal !== undefined) yield refusal;
}

/** How files of JSON are told from others. */
export const jsonFiles: RecordFiles = {
  isRecords: (name) => JSON_FILE.test(name),
  what: '.jsonl, .ndjson or .json',
  own: [ITEMS_FILE, LABELS_FILE, SPLITS_FILE],
  async *namesIn(source, file, { columns }) {
    const mapped = new MappedObjects(columns);
    const rules = rulesOf(source, file, mapped);
    for await (const placed of objectsOf(source, file)) {
      if (placed.kind === 'error') continue;
      const name = fileNameIn(placed, mapped, rules);
      if (name !== undefined) yield name;
    }
  },
  async holdsItems(source, file, { columns }) {
    const mapped = new MappedObjects(columns);
    const isLines = JSON_LINES.test(file);
    // Tools put an object into a `.json` beside an image or a table; records are a list of them.
    if (!isLines && (await shapeIn(source, file))?.top !== 'array') return false;
    for await (const placed of objectsOf(source, file))
      return placed.kind === 'error' ? isLines : saysItem(placed, mapped, rulesOf(source, file, mapped));
    return false;
  },
};

/** Whether an object has what an item is made of. */
const saysItem = (placed: Placed, mapped: MappedObjects, rules: KeyRules): boolean => {
  const object = mapped.of(placed);
  const { text, file_name, address } = keysOf(object, rules);
  return isConversation(object) || (text ?? file_name ?? address) !== undefined;
};

const fileNameIn = (placed: Placed, mapped: MappedObjects, rules: KeyRules): string | undefined => {
  try {
    const object = mapped.of(placed);
    const key = keysOf(object, rules).file_name;
    const name = key === undefined ? undefined : object[key];
    return typeof name === 'string' ? name : undefined;
  } catch (error) {
    // What is wrong with it is told when it is read.
    if (error instanceof FieldInvalid) return undefined;
    throw error;
  }
};

const rulesOf = (source: Source, file: string, { targets }: MappedObjects): KeyRules => ({
  mapped: targets,
  hasFile: source.archive ? (name) => pathNamed(source, { file }, name) !== undefined : undefined,
});

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

const itemOf = (placed: Placed, { source, mapped, rules, split }: Beside): ImportRecord | RecordError => {
  const { where, raw } = placed;
  const { native } = rules;
  const told = toldBy(mapped.of(placed), raw, rules);
  const file = told.file_name === undefined ? undefined : itemFile(source, where, told.file_name);
  if (file !== undefined && isMissing(file)) return file;
  const { splits, fileFacts, ...others } = told;
  return {
    kind: 'item',
    where,
    ...others,
    ...said('splits', native ? splits : (namedSplits(splits) ?? splitsOfPlace(split, file))),
    ...(file === undefined ? {} : { file: { ...file, ...fileFacts } }),
    ...(native ? { exact: true } : {}),
  };
};

/** What is said of an item outside the native form: an empty list says nothing. */
const namedSplits = (told: readonly string[] = []): readonly string[] | undefined => {
  const named = splitNames(told);
  return named.length === 0 ? undefined : named;
};

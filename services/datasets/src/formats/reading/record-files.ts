import type { Source } from '@cairn/kernel';
import type { Entry, Format, NotHeld, ReadOptions, RecordError } from '../format.js';
import { baseName, folderOf, pathNamed } from './item-file.js';
import { MARK_FILE } from './mark.js';

/** Files that may hold records of one format or another. */
const RECORDS = /\.(?:csv|tsv|tab|json|jsonl|ndjson)$/i;
/** So many files that are not read are told. */
const MOST_TOLD = 100;
/** The folder in which Cairn's own archives have the files of items. */
const ITEM_FILES = 'files/';

/**
 * The entries of an upload: of its one file, or of the record files of an archive, those of the first format before those of
 * the others. A file that a record names is the file of an item, and so is everything under `files/` of an archive that
 * Cairn wrote: neither is read as records. Of the other formats those files are read that hold items; what is not read is
 * told.
 */
export async function* recordsOf(
  source: Source,
  [first, ...others]: readonly [Format, ...Format[]],
  options: ReadOptions = {},
): AsyncGenerator<Entry, void, void> {
  const own = source.archive ? ownFiles(source, first) : source.names();
  if (own !== undefined) {
    yield* first.read(source, own, options);
    return;
  }
  const alike = source.names().filter(isAlike);
  if (!alike.some(first.records.isRecords)) {
    yield noneFound(source, first.records.what);
    return;
  }
  const named = await namedBy(source, alike, [first, ...others], options);
  const unnamed = alike.filter((name) => !named.has(name));
  const parts: Part[] = [{ format: first, files: unnamed.filter(first.records.isRecords) }];
  for (const format of others)
    parts.push({ format, files: await holding(source, unnamed, format, parts, options) });
  const read = new Set(parts.flatMap(({ files }) => files));
  yield* unnamed
    .filter((name) => !read.has(name))
    .slice(0, MOST_TOLD)
    .map(notRead);
  for (const { format, files } of parts) yield* format.read(source, files, options);
}

interface Part {
  readonly format: Format;
  readonly files: readonly string[];
}

const isAlike = (name: string): boolean => RECORDS.test(name) && baseName(name) !== MARK_FILE;

const notRead = (file: string): NotHeld => ({ kind: 'not_held', where: { file }, what: `the file ${file}` });

/** Which of the files have items of the format, and are not read already. */
const holding = async (
  source: Source,
  files: readonly string[],
  { records }: Format,
  parts: readonly Part[],
  options: ReadOptions,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const file of files)
    if (
      records.isRecords(file) &&
      !parts.some(({ format }) => format.records.isRecords(file)) &&
      (await records.holdsItems(source, file, options))
    )
      found.push(file);
  return found;
};

/** The record files of an archive that Cairn wrote. */
const ownFiles = (source: Source, { records: { own } }: Format): readonly string[] | undefined => {
  const folder = ownFolder(source.names(), own);
  return folder === undefined
    ? undefined
    : own.map((file) => folder + file).filter((name) => source.has(name));
};

/** The folder of an archive that Cairn wrote, packed again or not; `undefined` when it holds anything else. */
export const ownFolder = (names: readonly string[], own: readonly string[]): string | undefined => {
  const folders = names.filter((name) => baseName(name) === own[0]).map(folderOf);
  const folder = folders.sort((one, other) => one.length - other.length)[0];
  if (folder === undefined) return undefined;
  const isOwn = (name: string): boolean =>
    name.startsWith(folder) &&
    ([MARK_FILE, ...own].includes(name.slice(folder.length)) || name.startsWith(ITEM_FILES, folder.length));
  return names.every(isOwn) ? folder : undefined;
};

const noneFound = (source: Source, what: string): RecordError => {
  const inner = source.names().find((entry) => /\.(?:zip|gz|tgz|tar|7z|rar|xlsx)$/i.test(entry));
  const hint = inner === undefined ? '' : `; ${inner} in it is not unpacked`;
  return {
    kind: 'error',
    where: { file: source.name },
    code: 'records_missing',
    message: `the archive holds no ${what} file${hint}`,
    unreadable: true,
  };
};

/** The files that records name as those of their items; with one file alone there is nothing to tell apart. */
const namedBy = async (
  source: Source,
  files: readonly string[],
  formats: readonly Format[],
  options: ReadOptions,
): Promise<ReadonlySet<string>> => {
  const named = new Set<string>();
  if (files.length < 2) return named;
  for (const file of files)
    for await (const name of namesIn(source, file, formats, options)) {
      const path = pathNamed(source, { file }, name);
      if (path !== undefined && path !== file && RECORDS.test(path)) named.add(path);
    }
  return named;
};

async function* namesIn(
  source: Source,
  file: string,
  formats: readonly Format[],
  options: ReadOptions,
): AsyncGenerator<string, void, void> {
  const format = formats.find(({ records }) => records.isRecords(file));
  if (format !== undefined) yield* format.records.namesIn(source, file, options);
}

import type { Source } from '@cairn/kernel';
import type { Entry, RecordError } from '../format.js';
import { baseName, folderOf, pathNamed } from './item-file.js';

/** Files that may hold records of one format or another. */
const RECORDS = /\.(?:csv|tsv|tab|json|jsonl|ndjson)$/i;
/** So many files that are not read are told. */
const MOST_TOLD = 100;
/** The folder in which Cairn's own archives have the files of items. */
const ITEM_FILES = 'files/';

/** Which files of an upload are read as records; `entries` tell what is not. */
export interface RecordFiles {
  readonly files: readonly string[];
  readonly entries: readonly Entry[];
}

/** How a format tells its record files from others. */
export interface RecordFilesOptions {
  /** By the name. */
  readonly isRecords: (name: string) => boolean;
  /** For people: "a .csv file". */
  readonly what: string;
  /** Names of the record files in an archive that Cairn wrote; the first is always there. */
  readonly own: readonly string[];
  /** The names of items' files that a record file tells. */
  readonly namesIn: (source: Source, file: string) => AsyncIterable<string>;
}

/**
 * The record files of an upload. A file that a record names is the file of an item, and so is everything under `files/`
 * of an archive that Cairn wrote: neither is read as records.
 */
export const recordFilesOf = async (source: Source, options: RecordFilesOptions): Promise<RecordFiles> => {
  const names = source.names();
  if (!source.archive) return { files: names, entries: [] };
  const folder = ownFolder(names, options.own);
  if (folder !== undefined)
    return { files: options.own.map((own) => folder + own).filter((name) => source.has(name)), entries: [] };
  const candidates = names.filter(options.isRecords);
  if (candidates.length === 0) return { files: [], entries: [noneFound(source, options.what)] };
  const alike = names.filter((name) => RECORDS.test(name));
  if (alike.length === 1) return { files: candidates, entries: [] };
  const named = await namedBy(source, candidates, options);
  const files = candidates.filter((name) => !named.has(name));
  const unread = alike.filter((name) => !named.has(name) && !files.includes(name));
  return {
    files,
    entries: unread
      .slice(0, MOST_TOLD)
      .map((file) => ({ kind: 'not_held', where: { file }, what: `the file ${file}` })),
  };
};

/** The folder of an archive that Cairn wrote, packed again or not; `undefined` when it holds anything else. */
export const ownFolder = (names: readonly string[], own: readonly string[]): string | undefined => {
  const folders = names.filter((name) => baseName(name) === own[0]).map(folderOf);
  const folder = folders.sort((one, other) => one.length - other.length)[0];
  if (folder === undefined) return undefined;
  const isOwn = (name: string): boolean =>
    name.startsWith(folder) &&
    (own.includes(name.slice(folder.length)) || name.startsWith(ITEM_FILES, folder.length));
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

const namedBy = async (
  source: Source,
  candidates: readonly string[],
  { namesIn }: RecordFilesOptions,
): Promise<ReadonlySet<string>> => {
  const named = new Set<string>();
  for (const file of candidates)
    for await (const name of namesIn(source, file)) {
      const path = pathNamed(source, { file }, name);
      if (path !== undefined && path !== file && RECORDS.test(path)) named.add(path);
    }
  return named;
};

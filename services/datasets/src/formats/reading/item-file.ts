import type { Source } from '@cairn/kernel';
import type { FileContent, RecordError, Where } from '../format.js';

/** The last part of a path, whichever slash it uses. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** The folders of a path with the slash at their end; `''` at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Folders in which tools put the files that their tables name. */
const folders = ['', 'files/', 'images/', 'data/'];

/**
 * The path of the file that a record names: beside the record's own file, at the archive's top, or in a folder where
 * tools put files.
 */
export const pathNamed = (source: Source, where: Where, name: string): string | undefined => {
  if (!source.archive) return undefined;
  const wanted = name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  const bases = new Set([folderOf(where.file), '']);
  for (const base of bases)
    for (const folder of folders) if (source.has(base + folder + wanted)) return base + folder + wanted;
  return undefined;
};

/** The file that a record names. Outside an archive there is none, and the name is a name only. */
export const itemFile = (
  source: Source,
  where: Where,
  name: string,
): FileContent | RecordError | undefined => {
  if (!source.archive) return undefined;
  const path = pathNamed(source, where, name);
  return path === undefined
    ? { kind: 'error', where, code: 'file_missing', message: `the archive has no file ${name}` }
    : { size: source.size(path), path, open: () => source.open(path) };
};

export const isMissing = (file: FileContent | RecordError): file is RecordError => 'kind' in file;

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const LONGEST_NAME = 500;

/** Whether what stands where a file is named is an address: the name of no file. */
export const isAddress = (name: string): boolean => ADDRESS.test(name);

/** An item of which nothing is known but an address is named by it. */
export const nameOfAddress = (address: string | undefined): { readonly name?: string } =>
  address === undefined || address.length > LONGEST_NAME ? {} : { name: address };

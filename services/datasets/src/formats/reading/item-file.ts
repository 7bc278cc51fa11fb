import type { FileContent, RecordError, Source, Where } from '../format.js';

/** The last part of a path, whichever slash it uses. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** Folders in which tools put the files that their tables name. */
const folders = ['', 'files/', 'images/', 'data/'];

/**
 * The file that a record names: beside the record's own file, at the archive's top, or in a folder where tools put
 * files. Outside an archive there is none, and the name is a name only.
 */
export const itemFile = (
  source: Source,
  where: Where,
  name: string,
): FileContent | RecordError | undefined => {
  if (!source.archive) return undefined;
  const wanted = name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  const beside = where.file.slice(0, where.file.lastIndexOf('/') + 1);
  const bases = beside === '' ? [''] : [beside, ''];
  for (const base of bases)
    for (const folder of folders) {
      const path = base + folder + wanted;
      if (source.has(path)) return { size: source.size(path), open: () => source.open(path) };
    }
  return { kind: 'error', where, code: 'file_missing', message: `the archive has no file ${name}` };
};

export const isMissing = (file: FileContent | RecordError): file is RecordError => 'kind' in file;

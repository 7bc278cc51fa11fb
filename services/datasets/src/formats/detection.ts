import type { Source } from '@cairn/kernel';
import type { Format } from './format.js';
import { shapeIn } from './reading/shape.js';
import { formats } from './registry.js';

/**
 * The formats of an upload whose format was not named. A file has one: by its shape when it is JSON, then by its extension.
 * An archive has one by its marker files; else the first is that of what stands highest in it, a table before JSON, for
 * tools put a `.json` beside an image or a table, and others follow whose files are there (SPEC-dataset-formats). Empty
 * when nothing gives it away.
 */
export const detectedFormats = async (source: Source): Promise<readonly Format[]> => {
  const names = source.names();
  const first = source.archive
    ? await ofArchive(source)
    : ((await byShape(source, names[0])) ?? byExtension(names));
  if (first === undefined) return [];
  const found = [first];
  if (source.archive && byMarkers(source) === undefined)
    for (const format of formats) if (hasOwn(names, format, found)) found.push(format);
  return found;
};

/** Whether a format has record files that none of the others reads. */
const hasOwn = (names: readonly string[], { records }: Format, others: readonly Format[]): boolean =>
  names.some((name) => records.isRecords(name) && !others.some((other) => other.records.isRecords(name)));

const ofArchive = async (source: Source): Promise<Format | undefined> => {
  const highest = highestRecords(source.names());
  const first = byExtension(highest);
  return byMarkers(source) ?? (hasShape(first) ? await byShape(source, highest[0]) : undefined) ?? first;
};

const byMarkers = (source: Source): Format | undefined => {
  const names = source.names();
  return formats.find(({ clues }) => clues.archive?.(names) === true);
};

/** Of the files that a format has an extension for, those that stand highest. */
const highestRecords = (names: readonly string[]): readonly string[] => {
  const known = names.filter((name) => byExtension([name]) !== undefined);
  const least = known.reduce((depth, name) => Math.min(depth, depthOf(name)), Infinity);
  return known.filter((name) => depthOf(name) === least);
};

const depthOf = (name: string): number => name.split('/').length;

const hasShape = (format: Format | undefined): boolean => format?.clues.json !== undefined;

const byShape = async (source: Source, file: string | undefined): Promise<Format | undefined> => {
  if (file === undefined) return undefined;
  const shape = await shapeIn(source, file);
  return shape && formats.find(({ clues }) => clues.json?.(shape) === true);
};

/** The first format that has one of the files. */
const byExtension = (names: readonly string[]): Format | undefined =>
  formats.find(({ clues }) =>
    names.some((name) => clues.extensions.some((extension) => name.toLowerCase().endsWith(extension))),
  );

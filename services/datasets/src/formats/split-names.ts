import { plainName } from '@cairn/kernel';

const known: Readonly<Record<string, string>> = {
  train: 'train',
  training: 'train',
  validation: 'validation',
  valid: 'validation',
  val: 'validation',
  dev: 'validation',
  test: 'test',
  testing: 'test',
  eval: 'test',
  evaluation: 'test',
};

/** The split that a well-known name means, whatever its case; `undefined` for any other. */
const knownSplit = (name: string): string | undefined => {
  const folded = name.trim().toLowerCase();
  return Object.hasOwn(known, folded) ? known[folded] : undefined;
};

/** The name of a split: the well-known ones fold, any other is kept (SPEC-dataset-formats). */
export const splitName = (name: string): string => knownSplit(name) ?? name;

/** The splits that a record names, each once; an empty name says none. */
export const splitNames = (told: readonly string[]): readonly string[] => [
  ...new Set(told.filter((name) => plainName(name) !== '').map(splitName)),
];

/**
 * The split that a path gives its records: a well-known name in the file's name, else in the nearest folder above it.
 * It stands between other characters than letters: `data/test-00000-of-00001.csv` → `test`. A name that holds two of them
 * (`train_test.csv`) tells none.
 */
export const splitOfFile = (path: string): string | undefined =>
  splitOfParts(partsOf(path.replace(EXTENSION, '')));

/** The split that the folders of a path tell, as `splitOfFile` does. */
const splitOfFolders = (path: string): string | undefined => splitOfParts(partsOf(path).slice(0, -1));

/**
 * The splits of a record that names none: the one that its file tells, else the folders in which its item's file stands.
 * `undefined` when neither tells one.
 */
export const splitsOfPlace = (
  ofFile: string | undefined,
  itemFile: { readonly path?: string } | undefined,
): readonly string[] | undefined => {
  const split = ofFile ?? (itemFile?.path === undefined ? undefined : splitOfFolders(itemFile.path));
  return split === undefined ? undefined : [split];
};

const EXTENSION = /\.[^./\\]*$/;
const partsOf = (path: string): readonly string[] => path.split(/[/\\]/);

const splitOfParts = (parts: readonly string[]): string | undefined => {
  for (const part of parts.toReversed()) {
    const [split, another] = new Set(part.split(/[^\p{L}\p{M}]+/u).flatMap((word) => knownSplit(word) ?? []));
    if (split !== undefined) return another === undefined ? split : undefined;
  }
  return undefined;
};

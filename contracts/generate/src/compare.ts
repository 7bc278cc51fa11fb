import { incompatibilities } from './events/compatibility.js';
import { examplesFolder, type GeneratedFile, schemasFolder } from './files.js';
import { type Json, textOf } from './json.js';
import { violations } from './validate.js';

/** The committed text of a file, or `undefined` when there is none. */
export type ReadCommitted = (path: string) => string | undefined;

const parsed = (text: string): Json => JSON.parse(text) as Json;

/** Changes of event schemas that would break a reader, each with its file. */
export const breakingChanges = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
): readonly string[] =>
  files
    .filter(({ kind }) => kind === 'schema')
    .flatMap(({ path, content }) => {
      const text = committed(path);
      return text === undefined
        ? []
        : incompatibilities(parsed(text), content).map((what) => `${path}: ${what}`);
    });

/** Golden examples that the schema of today does not accept any more. */
export const brokenGoldens = (files: readonly GeneratedFile[], committed: ReadCommitted): readonly string[] =>
  files
    .filter(({ kind }) => kind === 'schema')
    .flatMap(({ path, content }) => {
      const golden = path.replace(schemasFolder, examplesFolder);
      const text = committed(golden);
      return text === undefined ? [] : violations(content, parsed(text)).map((what) => `${golden}: ${what}`);
    });

/** Golden examples that nobody wrote yet. */
export const missingGoldens = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
): readonly string[] =>
  files
    .filter(({ path, kind }) => kind === 'golden' && committed(path) === undefined)
    .map(({ path }) => `${path}: is missing`);

/** Schemas and examples of events that the contract does not have: what was written once stays. */
export const orphans = (files: readonly GeneratedFile[], existing: readonly string[]): readonly string[] => {
  const known = new Set(files.map(({ path }) => path));
  return existing
    .filter((path) => !known.has(path))
    .map((path) => `${path}: its event is gone from the contract`);
};

/** Schemas and examples that readers rely on. */
export interface Promises {
  readonly paths: readonly string[];
  readonly read: ReadCommitted;
}

/**
 * What was promised and is not kept: schemas that changed incompatibly, events that are gone, golden examples that were
 * changed.
 */
export const brokenPromises = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
  { paths, read }: Promises,
): readonly string[] => {
  const goldens = files.filter(({ kind }) => kind === 'golden').map(({ path }) => path);
  const changed = goldens.filter((path) => read(path) !== undefined && read(path) !== committed(path));
  return [
    ...breakingChanges(files, read),
    ...orphans(files, paths),
    ...changed.map((path) => `${path}: a golden example stays as it was first written`),
  ];
};

/** Schemas and examples that are not promised as they are: a schema without a promise would break without a word. */
export const unpromised = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
  { read }: Promises,
): readonly string[] =>
  [...promiseOf(files, committed)]
    .filter(([path, content]) => read(path) !== textOf(content))
    .map(([path]) => `${path}: is not promised as it is`);

/** What the contract promises: its schemas, and its examples as they were first written. */
export const promiseOf = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
): ReadonlyMap<string, Json> =>
  new Map(
    files
      .filter(({ kind }) => kind !== 'document')
      .map(({ path, content, kind }) => {
        const first = kind === 'golden' ? committed(path) : undefined;
        return [path, first === undefined ? content : parsed(first)];
      }),
  );

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

/** Files that are missing or differ from the contract. */
export const outdatedFiles = (files: readonly GeneratedFile[], committed: ReadCommitted): readonly string[] =>
  files.flatMap(({ path, content, kind }) => {
    const text = committed(path);
    if (text === undefined) return [`${path}: is missing`];
    return kind === 'golden' || text === textOf(content) ? [] : [`${path}: differs from the contract`];
  });

/** Committed schemas and examples of events that the contract does not have: what was written once stays. */
export const orphans = (files: readonly GeneratedFile[], existing: readonly string[]): readonly string[] => {
  const known = new Set(files.map(({ path }) => path));
  return existing
    .filter((path) => !known.has(path))
    .map((path) => `${path}: its event is gone from the contract`);
};

/** The committed files of another time: of a release, of the branch that a change goes to. */
export interface Release {
  /** How people know it: `v1.2.0`. */
  readonly name: string;
  /** Its schemas and examples. */
  readonly paths: readonly string[];
  readonly read: ReadCommitted;
}

/**
 * What a release promised and is not kept: schemas that changed incompatibly, events that are gone, golden examples that
 * were changed. What is committed now may have been written over; a release cannot.
 */
export const brokenPromises = (
  files: readonly GeneratedFile[],
  committed: ReadCommitted,
  { name, paths, read }: Release,
): readonly string[] => {
  const goldens = files.filter(({ kind }) => kind === 'golden').map(({ path }) => path);
  const changed = goldens.filter((path) => read(path) !== undefined && read(path) !== committed(path));
  return [
    ...breakingChanges(files, read),
    ...orphans(files, paths),
    ...changed.map((path) => `${path}: a golden example stays as it was first written`),
  ].map((what) => `since ${name}: ${what}`);
};

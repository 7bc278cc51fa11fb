import type { KubernetesObject } from './objects.js';

/** What a set of values becomes. */
export interface Release {
  readonly name: string;
  readonly mode: 'cluster' | 'embedded';
  readonly objects: readonly KubernetesObject[];
}

/** A change after which an item must find something: of the first object of a kind that has what lies there. */
export interface Spoiling {
  readonly kind: string;
  /** Of the object with this name. */
  readonly name?: string;
  /** `spec template spec containers 0 readinessProbe` */
  readonly at: string;
  /** What stands there then; absent: nothing. */
  readonly to?: unknown;
  /** The set that has it; `full` unless told. */
  readonly set?: string;
}

/** A promise of the chart, held against everything that is rendered. */
export interface Item {
  readonly promise: string;
  /** What breaks it, a sentence each. */
  readonly findings: (release: Release) => readonly string[];
  readonly spoiled: readonly Spoiling[];
}

/** The objects after a change. Throws where nothing is there to be changed. */
export const spoil = (
  objects: readonly KubernetesObject[],
  { kind, name, at, to }: Spoiling,
): readonly KubernetesObject[] => {
  const path = at.split(' ');
  const wanted = objects.find(
    (object) =>
      object.kind === kind &&
      (name === undefined || object.metadata.name === name) &&
      reach(object, path.slice(0, -1)) !== undefined,
  );
  if (wanted === undefined) throw new Error(`no ${kind} has ${at}`);
  const clone = structuredClone(wanted);
  const holder = reach(clone, path.slice(0, -1)) as Record<string, unknown>;
  const last = path.at(-1)!;
  if (to === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = to;
  return objects.map((object) => (object === wanted ? clone : object));
};

const reach = (from: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    from,
  );

/** Sentences of each that is wrong. */
export const wrong = <Each>(
  all: readonly Each[],
  isRight: (each: Each) => boolean,
  sentence: (each: Each) => string,
): readonly string[] => all.filter((each) => !isRight(each)).map(sentence);

import {
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
  type JsonObject,
  type LabelRecord,
  type LabelType,
  labelTypes,
} from '@cairn/contracts';
import { type Decision, isRefusal, nameKey } from '@cairn/kernel';
import { visibleVersion } from '../version/parents.js';
import { withinBounds } from '../version/bounds.js';
import { LARGEST_NUMBER, newLabels } from '../version/labels.js';
import { newSplits } from '../version/new-splits.js';
import { takenNames } from '../version/names.js';
import type { KnownVersion, VersionState } from '../version/state.js';

/** A label that a file names or declares. */
export interface WantedLabel {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
  readonly number?: number | undefined;
  readonly type?: string | undefined;
  /** A name. */
  readonly parent?: string | undefined;
  readonly attributes?: JsonObject | undefined;
}

export interface WantedSplit {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const COLOR = /^#[0-9a-fA-F]{6}$/;

/** Adds the labels and splits that the version lacks; a number that is taken gives way to a free one. */
export const decidePrepareImport = (
  state: VersionState,
  datasetId: string,
  userId: string,
  wanted: { readonly labels: readonly WantedLabel[]; readonly splits: readonly WantedSplit[] },
): Decision<DatasetVersionEvent> => {
  const version = visibleVersion(state, datasetId);
  if (isRefusal(version)) return version;
  const labels = labelsToAdd(version, wanted.labels, userId);
  if (isRefusal(labels)) return labels;
  const splits = splitsToAdd(version, wanted.splits, userId);
  if (isRefusal(splits)) return splits;
  return withinBounds(version, [
    ...(labels.length === 0 ? [] : [datasetVersionStreamEvents.LabelsCreated.of({ labels: [...labels] })]),
    ...splits.map((split) => datasetVersionStreamEvents.SplitCreated.of(split)),
  ]);
};

const liveOf = <Part extends { readonly deleted: boolean }>(parts: Readonly<Record<string, Part>>) =>
  Object.values(parts).filter(({ deleted }) => !deleted);

const splitsToAdd = (version: KnownVersion, wanted: readonly WantedSplit[], userId: string) => {
  const names = takenNames(Object.values(version.splits));
  const missing = wanted.filter(({ name }) => !names.has(nameKey(name)));
  return newSplits(version.splits, missing, { userId, pointerOf: (index) => `/splits/${index}` });
};

const labelsToAdd = (version: KnownVersion, wanted: readonly WantedLabel[], userId: string) => {
  const live = liveOf(version.labels);
  const names = takenNames(live);
  const numbers = new Set(live.map(({ number }) => number));
  const missing = wanted.filter(({ name }) => !names.has(nameKey(name)));
  // Those that come with a free number take it before numbers are given out.
  const inputs = missing.map((label) => ({ ...input(label), ...freeNumber(label.number, numbers) }));
  const order = inputs.map((_, index) => index).sort((one, other) => rank(inputs[one]) - rank(inputs[other]));
  const made = newLabels(
    version.labels,
    order.map((index) => inputs[index]!),
    { ids: order.map((index) => missing[index]!.id), userId, autoCreated: true },
  );
  return isRefusal(made) ? made : withParents(version, made, missing);
};

const rank = (label: { readonly number?: number } | undefined): number =>
  label?.number === undefined ? 1 : 0;

const freeNumber = (number: number | undefined, taken: Set<number>): { number?: number } => {
  const fits = number !== undefined && Number.isInteger(number) && number >= 0 && number <= LARGEST_NUMBER;
  if (!fits || taken.has(number)) return {};
  taken.add(number);
  return { number };
};

const input = ({ name, description, color, type, attributes }: WantedLabel) => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(color !== undefined && COLOR.test(color) ? { color } : {}),
  ...(isLabelType(type) ? { type } : {}),
  ...(attributes === undefined ? {} : { attributes }),
});

const isLabelType = (type: string | undefined): type is LabelType =>
  labelTypes.some((known) => known === type);

/** Parents are names, of labels that are there or come with them; one that would stand under itself has none. */
const withParents = (
  version: KnownVersion,
  made: readonly LabelRecord[],
  wanted: readonly WantedLabel[],
): readonly LabelRecord[] => {
  const ids = new Map([...liveOf(version.labels), ...made].map(({ name, id }) => [nameKey(name), id]));
  const parents = new Map(
    wanted.flatMap(({ id, parent }) => {
      const above = parent === undefined ? undefined : ids.get(nameKey(parent));
      return above === undefined ? [] : [[id, above] as const];
    }),
  );
  return made.map((label) => {
    const parent = parents.get(label.id);
    return parent === undefined || isUnderItself(label.id, parents) ? label : { ...label, parent_id: parent };
  });
};

const isUnderItself = (id: string, parents: ReadonlyMap<string, string>): boolean => {
  const seen = new Set<string>();
  for (let above = parents.get(id); above !== undefined && !seen.has(above); above = parents.get(above)) {
    if (above === id) return true;
    seen.add(above);
  }
  return false;
};

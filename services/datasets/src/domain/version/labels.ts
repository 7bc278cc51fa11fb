import type { LabelChanges, LabelInput, LabelRecord, LabelRecordChanges } from '@cairn/contracts';
import { changedFields, isRefusal, nameKey, type Refusal, refuse } from '@cairn/kernel';
import { keptName, nameAfter, nameTaken, takenNames } from './names.js';
import { type KnownLabel, type KnownVersion, liveLabel } from './state.js';

const COLORS = [
  '#e6194b',
  '#3cb44b',
  '#4363d8',
  '#f58231',
  '#911eb4',
  '#008080',
  '#f032e6',
  '#9a6324',
  '#800000',
  '#808000',
  '#000075',
  '#469990',
] as const;

type Labels = KnownVersion['labels'];

/** So many labels of a version are made by what models answer, those of imports counted. */
const MOST_AUTO_CREATED = 1_000;

/** How many labels what a model answers may still make in a version. */
export const roomForAutoCreated = ({ labels }: KnownVersion): number =>
  Math.max(0, MOST_AUTO_CREATED - Object.values(labels).filter((label) => label.auto_created).length);

/** What new labels need beside what the caller says; the ids are in the order of the labels. */
export interface NewLabels {
  readonly ids: readonly string[];
  readonly userId: string;
  readonly autoCreated: boolean;
  /** Leads to each in the body; the body is the label when it is absent. */
  readonly pointerOf?: (index: number) => string;
}

/**
 * Labels as they are added to a version: names are cleaned, number and colour are chosen when they are left out. Names (folded) and numbers
 * are unique in the version.
 */
export const newLabels = (
  present: Labels,
  inputs: readonly LabelInput[],
  { ids, userId, autoCreated, pointerOf = () => '' }: NewLabels,
): readonly LabelRecord[] | Refusal => {
  const taken = takenIn(Object.values(present));
  const made: LabelRecord[] = [];
  for (const [index, input] of inputs.entries()) {
    const pointer = pointerOf(index);
    const name = keptName(input.name, pointer);
    if (isRefusal(name)) return name;
    const number = input.number ?? taken.nextNumber;
    const refused = taken.claim(name, number, pointer) ?? parentRefused(present, input.parent_id);
    if (refused !== undefined) return refused;
    const described = describedBy({ ...input, name }, number);
    made.push({ id: ids[index]!, ...described, user_id: userId, auto_created: autoCreated });
  }
  return made;
};

const describedBy = (
  { name, description = '', color, type = 'any', parent_id, attributes }: LabelInput,
  number: number,
): Omit<LabelRecord, 'id' | 'user_id' | 'auto_created'> => ({
  name,
  description,
  color: color ?? COLORS[number % COLORS.length]!,
  number,
  type,
  ...(parent_id ? { parent_id } : {}),
  ...(attributes ? { attributes } : {}),
});

/** What the contract allows of a class index. */
export const LARGEST_NUMBER = 2_147_483_647;

/** The names and numbers that are taken; numbers of deleted labels are not given out again by themselves. */
const takenIn = (labels: readonly KnownLabel[]) => {
  const live = labels.filter(({ deleted }) => !deleted);
  const names = takenNames(live);
  const numbers = new Set(live.map(({ number }) => number));
  let nextNumber = labels.reduce((next, { number }) => Math.max(next, number + 1), 0);
  let lowest = 0;
  return {
    /** After the largest there may be comes the lowest that is free. */
    get nextNumber() {
      if (nextNumber <= LARGEST_NUMBER) return nextNumber;
      while (numbers.has(lowest)) lowest += 1;
      return lowest;
    },
    claim: (name: string | undefined, number: number, pointer = ''): Refusal | undefined => {
      if (name !== undefined && names.has(nameKey(name))) return nameTaken('label', name, pointer);
      if (numbers.has(number)) return numberTaken(number, pointer);
      if (name !== undefined) names.add(nameKey(name));
      numbers.add(number);
      nextNumber = Math.max(nextNumber, number + 1);
      return undefined;
    },
  };
};

const numberTaken = (number: number, pointer: string): Refusal =>
  refuse('label_number_taken', `The version has a label of number ${number}.`, [
    { pointer: `${pointer}/number`, code: 'label_number_taken', message: 'is taken' },
  ]);

const parentRefused = (labels: Labels, parent: string | null | undefined): Refusal | undefined =>
  parent && (!Object.hasOwn(labels, parent) || labels[parent]?.deleted === true)
    ? refuse('foreign_label', 'parent_id names no label of this version.')
    : undefined;

/** What a caller's changes make of a label, or why they may not; empty when nothing changes. */
export const labelChanges = (
  version: KnownVersion,
  label: KnownLabel,
  { parent_id, attributes, name: wanted, ...plain }: LabelChanges,
): LabelRecordChanges | Refusal => {
  const name = nameAfter(label.name, wanted);
  if (isRefusal(name)) return name;
  const changes = changedFields<KnownLabel>(label, {
    ...({ ...plain, name } as Partial<KnownLabel>),
    ...(parent_id === undefined ? {} : { parent_id: parent_id === '' ? null : parent_id }),
    ...(attributes === undefined ? {} : { attributes }),
  });
  return labelRefused(version, { ...label, ...changes }) ?? (changes as LabelRecordChanges);
};

/**
 * Whether a label may stand in the version as it is wanted: its name and number free, no circle above it. One that comes
 * back is held against what its parents are by now.
 */
export const labelRefused = (version: KnownVersion, wanted: KnownLabel): Refusal | undefined => {
  const others = Object.values(version.labels).filter(({ id }) => id !== wanted.id);
  const known = liveLabel(version, wanted.id);
  // Names that were told apart another way when they came may be one today: they stay until they are changed.
  const name = known?.name === wanted.name ? undefined : wanted.name;
  const refused = takenIn(others).claim(name, wanted.number);
  if (refused !== undefined || wanted.parent_id === known?.parent_id) return refused;
  return parentRefused(version.labels, wanted.parent_id) ?? cycleRefused(version, wanted);
};

const cycleRefused = (version: KnownVersion, wanted: KnownLabel): Refusal | undefined => {
  const seen = new Set([wanted.id]);
  for (let above = wanted.parent_id; above !== null; above = liveLabel(version, above)?.parent_id ?? null) {
    if (seen.has(above)) return refuse('label_cycle', 'A label cannot stand under itself.');
    seen.add(above);
  }
  return undefined;
};

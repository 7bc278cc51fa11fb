import type { DatasetSplitChanges, DatasetSplitInput, SplitRecord } from '@cairn/contracts';
import { changedFields, isRefusal, nameKey, type Refusal } from '@cairn/kernel';
import { keptName, nameAfter, nameTaken, takenNames } from './names.js';
import { type KnownSplit, type KnownVersion, liveSplit } from './state.js';

/** A split that does not belong to anyone yet. */
export interface SplitDraft {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const DEFAULT_NAMES = ['train', 'validation', 'test'] as const;
const TRAIN_NAMES = new Set(['train', 'training']);

/** The three splits that `default_splits` makes (SPEC-2). */
export const defaultSplits = (idOf: (ordinal: number) => string): readonly SplitDraft[] =>
  DEFAULT_NAMES.map((name, ordinal) => ({ id: idOf(ordinal), name }));

/** Splits as a caller makes them. */
export const draftSplits = (
  inputs: readonly DatasetSplitInput[],
  idOf: (ordinal: number) => string,
): readonly SplitDraft[] => inputs.map((input, ordinal) => ({ ...input, id: idOf(ordinal) }));

/** Splits as they are added to a version, where names are unique; `pointerOf` leads to each in the body. */
export const newSplits = (
  present: KnownVersion['splits'],
  drafts: readonly SplitDraft[],
  { userId, pointerOf }: { readonly userId: string; readonly pointerOf: (index: number) => string },
): readonly SplitRecord[] | Refusal => {
  const taken = takenNames(Object.values(present));
  const made: SplitRecord[] = [];
  for (const [index, draft] of drafts.entries()) {
    const name = keptName(draft.name, pointerOf(index));
    if (isRefusal(name)) return name;
    if (taken.has(nameKey(name))) return nameTaken('split', name, pointerOf(index));
    taken.add(nameKey(name));
    made.push({ id: draft.id, name, description: draft.description ?? '', user_id: userId });
  }
  return made;
};

/** What a caller's changes make of a split, or why they may not; empty when nothing changes. */
export const splitChanges = (
  version: KnownVersion,
  split: KnownSplit,
  wanted: DatasetSplitChanges,
): Partial<KnownSplit> | Refusal => {
  const name = nameAfter(split.name, wanted.name);
  if (isRefusal(name)) return name;
  const { description } = wanted;
  const changes = changedFields<KnownSplit>(split, { name, description } as Partial<KnownSplit>);
  return splitRefused(version, { ...split, ...changes }) ?? changes;
};

/** Whether a split may stand in the version as it is wanted: its name free. */
export const splitRefused = (version: KnownVersion, { id, name }: KnownSplit): Refusal | undefined => {
  if (liveSplit(version, id)?.name === name) return undefined;
  const others = Object.values(version.splits).filter((other) => other.id !== id);
  return takenNames(others).has(nameKey(name)) ? nameTaken('split', name, '') : undefined;
};

/** The split that takes items without one: train when there is one, else none. */
export const defaultSplitOf = (splits: readonly SplitRecord[]): string =>
  splits.find(({ name }) => TRAIN_NAMES.has(name.toLowerCase()))?.id ?? '';

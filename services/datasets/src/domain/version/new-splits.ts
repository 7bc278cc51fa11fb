import type { DatasetSplitInput, SplitRecord } from '@cairn/contracts';

/** A split that does not belong to anyone yet. */
export interface SplitDraft {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

const DEFAULT_NAMES = ['train', 'validation', 'test'] as const;
const TRAIN_NAMES = new Set(['train', 'training']);

/** The three splits that `default_splits` makes (decisions, section 7, 2). */
export const defaultSplits = (idOf: (ordinal: number) => string): readonly SplitDraft[] =>
  DEFAULT_NAMES.map((name, ordinal) => ({ id: idOf(ordinal), name }));

/** Splits as a caller makes them. */
export const draftSplits = (
  inputs: readonly DatasetSplitInput[],
  idOf: (ordinal: number) => string,
): readonly SplitDraft[] => inputs.map((input, ordinal) => ({ ...input, id: idOf(ordinal) }));

export const splitRecord = ({ id, name, description = '' }: SplitDraft, userId: string): SplitRecord => ({
  id,
  name,
  description,
  user_id: userId,
});

/** The split that takes items without one: train when there is one, else none. */
export const defaultSplitOf = (splits: readonly SplitDraft[]): string =>
  splits.find(({ name }) => TRAIN_NAMES.has(name.toLowerCase()))?.id ?? '';

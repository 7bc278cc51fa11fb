import type { ConfigReader } from '../config/config-reader.js';
import { UnfitInput } from '../unfit-input.js';

const STRATEGIES = ['LongestFirst', 'OnlyFirst', 'OnlySecond'] as const;

/** How a text that is too long is cut: which of two, and at which end. */
export interface Truncation {
  readonly strategy: (typeof STRATEGIES)[number];
  readonly side: 'Left' | 'Right';
  readonly most?: number;
}

const MOST = 1_000_000_000;

export const truncationOf = (definition: ConfigReader): Truncation => {
  const most = definition.whole('max_length', 0, MOST);
  return {
    strategy: definition.oneOf('strategy', STRATEGIES) ?? 'LongestFirst',
    side: definition.oneOf('direction', ['Left', 'Right'] as const) ?? 'Right',
    ...(most === undefined ? {} : { most }),
  };
};

/** How many tokens of each text stay of so many, when they may have `most` in all. Throws `UnfitInput`. */
export const lengthsWithin = (
  [first, second]: readonly [number, number],
  hasSecond: boolean,
  most: number,
  strategy: Truncation['strategy'],
): readonly [number, number] => {
  const over = first + second - most;
  if (over <= 0) return [first, second];
  if (strategy === 'LongestFirst') return hasSecond ? longestFirst(first, second, most) : [most, 0];
  const cut = strategy === 'OnlyFirst' ? first : second;
  if (cut <= over)
    throw new UnfitInput(
      `The text has ${first + second} tokens, the model takes ${most}, and its tokenizer cuts ${strategy === 'OnlyFirst' ? 'the text' : 'the context'} alone.`,
    );
  return strategy === 'OnlyFirst' ? [first - over, second] : [first, second - over];
};

/** The longer one is cut; both, in halves, where the shorter one is more than half. */
const longestFirst = (first: number, second: number, most: number): readonly [number, number] => {
  const shorter = Math.min(first, second);
  const rest = shorter > most ? shorter : Math.max(shorter, most - shorter);
  const [small, large] =
    shorter + rest > most ? [Math.floor(most / 2), Math.floor(most / 2) + (most % 2)] : [shorter, rest];
  return first > second ? [large, small] : [small, large];
};

/** The part of a list that stays. */
export const kept = <T>(list: readonly T[], length: number, side: Truncation['side']): readonly T[] =>
  side === 'Left' ? list.slice(list.length - length) : list.slice(0, length);

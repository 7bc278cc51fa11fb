import { type Refusal, refuse } from '@cairn/kernel';
import type { NodeValue } from '../../domain/content/elements.js';
import { limits } from '../../formats/limits.js';

/** So many elements are asked for at once: each may be large. */
export const ROWS = 100;

/** So many nodes and edges are held against a schema at once. */
export const MOST_CHECKED = 100_000;
/** So many unique values are compared at once. */
export const MOST_UNIQUE = 200_000;

/** All that a decision needs is in memory, and its event has it once more. */
export const MOST_CHARACTERS = 32 * limits.elementCharacters;

/** What there may be much of. */
export const charactersOf = ({ properties, kept = {} }: Pick<NodeValue, 'properties' | 'kept'>): number =>
  JSON.stringify(properties).length + JSON.stringify(kept).length;

export const tooLarge = (): Refusal =>
  refuse('too_many_elements', 'The nodes and edges are too large to be changed at once; send them in parts.');

export const tooMuchToCheck = (what: string): Refusal => refuse('too_much_to_check', what);

export function* inChunks<Element>(
  elements: readonly Element[],
  size: number,
): Generator<readonly Element[], void, void> {
  for (let from = 0; from < elements.length; from += size) yield elements.slice(from, from + size);
}

import { type Position, START } from '../base/position.js';

const TWENTY_DIGITS = /^\d{20}$/;
const LARGEST = 2n ** 63n - 1n;

/**
 * A position that a store kept. EventStoreDB 24 answers 2^64−1 where it has no position, and earlier releases of Cairn
 * kept that. No record ever stands beyond 2^63−1, so what does counts as the start.
 */
export const keptPosition = (kept: Position): Position =>
  TWENTY_DIGITS.test(kept) && BigInt(kept) > LARGEST ? START : kept;

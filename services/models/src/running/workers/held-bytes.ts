import { totalmem } from 'node:os';
import type { RunnerLimits } from '@cairn/kernel';

/** Of what a worker may hold, for the files of models that are open, each of which takes twice as much. */
const OPEN_SHARE = 3 / 8;

/**
 * What one worker may hold, bytes: with more than `retireBytes` it is replaced, which is half of what it may take, and with
 * the others half of the memory of the machine or the container; it closes models that come to more than `openBytes` before.
 */
export const heldBytesOf = ({ workers, memoryBytes }: RunnerLimits) => {
  const contained = process.constrainedMemory();
  const memory = contained > 0 ? Math.min(contained, totalmem()) : totalmem();
  const retireBytes = Math.min(memoryBytes, memory / workers) / 2;
  return { retireBytes, openBytes: retireBytes * OPEN_SHARE };
};

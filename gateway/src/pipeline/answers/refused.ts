import type { Writable } from 'node:stream';
import { patient } from '@cairn/kernel';
import { problemOf } from '../../problems/problem-of.js';

/** Whether who takes an answer may still have it. Throws why not, and what does not let one tell. */
export type AllowedStill = () => Promise<void>;

const ASKED_EVERY_MS = 1_000;
/** So long bytes flow while nobody can tell, times the patience. */
const UNTOLD_MS = 10_000;

/**
 * Ends a connection on which bytes flow to somebody who may not have them any more (S18, S40): it is asked each second, so
 * that a large file is no way to read for hours on what was taken away. An engine that is away for a moment ends nothing.
 */
export const endWhenRefused = (response: Writable, allowedStill: AllowedStill): void => {
  let told = performance.now();
  const ask = async (): Promise<void> => {
    try {
      await allowedStill();
      told = performance.now();
    } catch (error) {
      const isRefused = problemOf(error).status < 500;
      if (isRefused || performance.now() - told > patient(UNTOLD_MS)) response.destroy();
    }
    if (!response.destroyed && !response.writableFinished) next();
  };
  let timer: NodeJS.Timeout | undefined;
  const next = (): void => {
    timer = setTimeout(() => void ask(), ASKED_EVERY_MS);
  };
  next();
  response.once('close', () => clearTimeout(timer));
};

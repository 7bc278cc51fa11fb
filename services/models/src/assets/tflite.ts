import type { Refusal, SentFile } from '@cairn/kernel/reading';
import { invalid, type Verdict } from './verdict.js';

/** A flat buffer names its kind after the offset of its root. */
export const checkTflite = async ({ read }: SentFile): Promise<Verdict | Refusal> =>
  (await read(4, 4)).toString('latin1') === 'TFL3'
    ? {}
    : invalid('A TensorFlow Lite model has `TFL3` at its fifth byte; this file has not.');

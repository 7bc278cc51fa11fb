import type { RunResult } from '@cairn/contracts';
import type { Prediction } from '../item/proposals.js';

/** The answers of a job take no more, bytes of JSON (law 7). */
const LARGEST_RESULT_BYTES = 256_000;

/** The answers of a model as the job keeps them: those that fit, the most likely first, and how many do not. */
export const keptAnswers = (items: RunResult['items']): { readonly result: string; readonly cut: number } => {
  const kept: string[] = [];
  let bytes = 2;
  const sorted = [...items].sort((one, other) => other.confidence - one.confidence);
  for (const { prediction, confidence, type, value } of sorted) {
    const text = JSON.stringify({ prediction, confidence, type, value });
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > LARGEST_RESULT_BYTES) break;
    kept.push(text);
  }
  return { result: `[${kept.join(',')}]`, cut: items.length - kept.length };
};

/** The answers that a job keeps. */
export const predictionsIn = (result: string): readonly Prediction[] =>
  JSON.parse(result) as readonly Prediction[];

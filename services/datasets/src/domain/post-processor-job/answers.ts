import type { RunResult } from '@cairn/contracts';
import type { Prediction } from '../item/proposals.js';

/** The answers of a job take no more, bytes of JSON (law 7). */
const LARGEST_RESULT_BYTES = 256_000;

/** The answers of a model as the job keeps them, in their order: those that fit, the most likely first; how many do not. */
export const keptAnswers = (items: RunResult['items']): { readonly result: string; readonly cut: number } => {
  const kept = new Map<number, string>();
  let bytes = 2;
  const sorted = [...items.entries()].sort(([, one], [, other]) => other.confidence - one.confidence);
  for (const [place, { prediction, confidence, type, value }] of sorted) {
    const text = JSON.stringify({ prediction, confidence, type, value });
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > LARGEST_RESULT_BYTES) continue;
    bytes += size;
    kept.set(place, text);
  }
  const texts = [...kept].sort(([one], [other]) => one - other).map(([, text]) => text);
  return { result: `[${texts.join(',')}]`, cut: items.length - kept.size };
};

/** The answers that a job keeps. */
export const predictionsIn = (result: string): readonly Prediction[] =>
  JSON.parse(result) as readonly Prediction[];

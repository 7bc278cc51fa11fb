import { UnfitConfig } from '../config/config-reader.js';
import type { Prediction } from '../port.js';
import { MOST_RAW_BYTES } from '../tensors/raw.js';

/** What an answer that is read of a model's outputs may be at most, as JSON; `rawAnswer` has a bound of its own. */
const MOST_BYTES = 1_000_000;

/** Throws `UnfitConfig` when it is more than is told. */
export const bounded = (predictions: readonly Prediction[]): readonly Prediction[] => {
  if (predictions[0]?.type === 'raw') return predictions;
  const bytes = Buffer.byteLength(JSON.stringify(predictions));
  if (bytes <= MOST_BYTES) return predictions;
  throw new UnfitConfig(
    `The answer has ${bytes} bytes as JSON; it may have ${MOST_BYTES}. \`task: raw\` gives up to ${MOST_RAW_BYTES}.`,
  );
};

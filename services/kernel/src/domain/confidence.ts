/** Whether a confidence is at least a threshold, to 32 bits: models tell no more, and none of them says exactly 0.7. */
export const reaches = (confidence: number, threshold: number): boolean =>
  Math.fround(confidence) >= Math.fround(threshold);

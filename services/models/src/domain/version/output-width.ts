import type { InspectedModel } from '@cairn/contracts';

/**
 * How many classes a model tells apart, where its outputs say so without a doubt: the one output that is a table of a
 * known width over 1, a row for each input. `undefined` for anything else (boxes, tokens, embeddings beside classes).
 */
export const outputWidth = (inspected: InspectedModel | undefined): number | undefined => {
  const widths = (inspected?.outputs ?? [])
    .map(({ shape }) => (shape.length === 2 ? shape[1] : undefined))
    .filter((width) => typeof width === 'number' && width > 1);
  return widths.length === 1 ? (widths[0] ?? undefined) : undefined;
};

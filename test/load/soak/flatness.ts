import { quantile } from '../measuring.js';

/** Values over time, and how much they may grow: by a share of what they are, or by so much. */
export interface Measured {
  readonly values: readonly number[];
  /** `least`: of each stretch the least value counts, which is what a garbage collection leaves. */
  readonly counts: 'least' | 'middle';
  readonly mayGrow: { readonly share: number; readonly by: number };
}

export interface Flatness {
  /** What is typical of the stretches. */
  readonly typical: number;
  /** From the first to the last, by the slope. */
  readonly growth: number;
  readonly isFlat: boolean;
}

const STRETCHES = 12;

/** Whether values stay what they are: the slope of twelve stretches by Theil and Sen, which a few outliers do not move. */
export const flatnessOf = ({ values, counts, mayGrow }: Measured): Flatness => {
  const stretches = Array.from({ length: STRETCHES }, (_, index) =>
    values.slice((values.length * index) / STRETCHES, (values.length * (index + 1)) / STRETCHES),
  );
  const points = stretches.map((some) => (counts === 'least' ? Math.min(...some) : quantile(some, 0.5)));
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).map((other, distance) => (other - one) / (distance + 1)),
  );
  const typical = quantile(points, 0.5);
  const growth = quantile(slopes, 0.5) * (STRETCHES - 1);
  return { typical, growth, isFlat: growth <= Math.max(typical * mayGrow.share, mayGrow.by) };
};

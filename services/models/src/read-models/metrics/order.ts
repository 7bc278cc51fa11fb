import type { Metric, MetricPoint } from '@cairn/contracts';

/** What a list of points is sorted by, and the field of their documents that says it. */
const SORTS = { timestamp: 'by_timestamp', step: 'by_step', created_at: 'by_created_at' } as const;

export const SORT_FIELDS = Object.values(SORTS);
export type Sorted = Readonly<Record<(typeof SORT_FIELDS)[number], string>>;

/** The order of the documents in which a list stands that is asked for in an order of its own: `-step`. */
export const keptOrder = (sort: string): string => {
  const sign = sort.startsWith('-') ? '-' : '';
  return sign + SORTS[sort.slice(sign.length) as keyof typeof SORTS];
};

/** Where a point was recorded: when, by which event of its stream, and where in that. */
export interface Recorded {
  readonly at: string;
  readonly revision: bigint;
  readonly place: number;
}

/**
 * A document is sorted by one field, whatever its store. Each of these is a text that is in order as texts are, for its
 * parts have one length: times as they are kept, and numbers filled up with zeros.
 */
export const sortedBy = (
  { timestamp, step }: Pick<MetricPoint, 'timestamp' | 'step'>,
  { at, revision, place }: Recorded,
): Sorted => {
  const recorded = `${padded(revision, 12)} ${padded(BigInt(place), 4)}`;
  const stepped = padded(BigInt(step) + LEAST_STEP, 17);
  return {
    by_timestamp: `${timestamp} ${stepped} ${recorded}`,
    by_step: `${stepped} ${timestamp} ${recorded}`,
    by_created_at: `${at} ${recorded}`,
  };
};

/** Added to a step it is none below zero: steps are exact as JSON numbers. */
const LEAST_STEP = 2n ** 53n;

const padded = (value: bigint, digits: number): string => value.toString().padStart(digits, '0');

/** A point as it is told, without what keeps it in order. */
export const withoutOrder = ({
  by_timestamp: _,
  by_step: __,
  by_created_at: ___,
  ...point
}: Metric & Sorted): Metric => point;

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  /** Works for a while and answers its rate: what is done in a second. */
  readonly rate: () => Promise<number>;
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** What came out of measuring two sides in turn. */
export interface Paired {
  readonly ratio: Spread;
  /** Medians, a second. */
  readonly ours: number;
  readonly peer: number;
}

/**
 * Runs both sides A B B A, A B B A, …, so that what slows the machine down meets both, and compares each run with its
 * neighbour.
 */
export const paired = async (ours: Side, peer: Side, rounds: number): Promise<Paired> => {
  const ratios: number[] = [];
  const rates = { ours: [] as number[], peer: [] as number[] };
  const pair = async (oursFirst: boolean): Promise<void> => {
    const first = await (oursFirst ? ours : peer).rate();
    const second = await (oursFirst ? peer : ours).rate();
    const [our, their] = oursFirst ? [first, second] : [second, first];
    rates.ours.push(our);
    rates.peer.push(their);
    ratios.push(our / their);
  };
  for (let round = 0; round < rounds; round += 1) {
    await pair(true);
    await pair(false);
  }
  return { ratio: spreadOf(ratios), ours: spreadOf(rates.ours).median, peer: spreadOf(rates.peer).median };
};

/** The value that a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  low: Math.min(...values),
  high: Math.max(...values),
});

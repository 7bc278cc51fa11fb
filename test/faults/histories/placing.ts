/** Something that happened at one moment: after `from` and before `until`. */
export interface Bound {
  readonly what: string;
  readonly from: number;
  readonly until: number;
}

export interface Placed {
  /** The earliest moments at which all can have happened, in the order that was given. */
  readonly moments: readonly number[];
  /** A sentence for each that cannot have happened in that order. */
  readonly impossible: readonly string[];
}

/**
 * Looks for moments at which things happened in the order that is given. As the order is known, the earliest moments are
 * found by going along, and there are some if and only if these are early enough: it is all that a check for
 * linearizability has to search for where every state has a number.
 */
export const placed = (bounds: readonly Bound[]): Placed => {
  let last: { readonly what: string; readonly moment: number } = {
    what: 'the beginning',
    moment: Number.NEGATIVE_INFINITY,
  };
  const moments: number[] = [];
  const impossible: string[] = [];
  for (const { what, from, until } of bounds) {
    if (from > last.moment) last = { what, moment: from };
    moments.push(last.moment);
    if (last.moment >= until)
      impossible.push(`${what} happened before ${until}, but ${last.what} not before ${last.moment}`);
  }
  return { moments, impossible };
};

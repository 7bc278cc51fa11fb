/** Work that waits for a place. */
interface Waiting {
  readonly tenant: string;
}

/** Work that has a place. */
interface Held {
  readonly tenant: string;
  /** Since when, ms of a clock that never goes back. */
  readonly since: number;
}

const heldBy = (tenant: string, held: Iterable<Held>): number =>
  [...held].filter((one) => one.tenant === tenant).length;

/**
 * Waiting work in the order in which it gets places: at random, but first that of tenants who hold fewer places than
 * others would with it, so that nobody keeps others waiting with many.
 */
export const inTurn = <Job extends Waiting>(
  waiting: readonly Job[],
  held: readonly Held[],
): readonly Job[] => {
  const given = new Map<string, number>();
  return waiting
    .map((job) => ({ job, chance: Math.random() }))
    .sort((one, other) => one.chance - other.chance)
    .map(({ job }) => {
      const places = given.get(job.tenant) ?? heldBy(job.tenant, held);
      given.set(job.tenant, places + 1);
      return { job, places };
    })
    .sort((one, other) => one.places - other.places)
    .map(({ job }) => job);
};

/**
 * Whose place is given to work that nobody has taken yet, when there is none left and all have had theirs longer than a
 * turn: of the tenant who holds most of them, what has the latest. `undefined` while one has not.
 */
export const givesWay = <Job extends Held>(
  held: readonly Job[],
  now: number,
  turnMs: number,
): Job | undefined => {
  if (held.some(({ since }) => now - since < turnMs)) return undefined;
  return [...held].sort(
    (one, other) => heldBy(other.tenant, held) - heldBy(one.tenant, held) || other.since - one.since,
  )[0];
};

/** The phases of a job, in their order. */
const PHASES = ['starting', 'checking', 'items'] as const;
/** The phase whose work stays when its worker ends. */
export const STORING = 'items' satisfies (typeof PHASES)[number];

/** A stretch of the work, from what a worker told last to what it would have told some heartbeats later. */
export interface Stretch {
  readonly phase: string;
  readonly from: number;
  readonly to: number;
}

/** Where attempts ended without a word: nothing of it after the work came past that place. */
export interface Endings {
  readonly place: Stretch | null;
  /** So many attempts in a row ended there. */
  readonly alike: number;
}

export const NO_ENDINGS: Endings = { place: null, alike: 0 };

/** Where an attempt begins that goes on behind what is stored already, or anew. */
export const beginning = (stored: number, goesOn: boolean): Stretch =>
  goesOn ? { phase: STORING, from: stored, to: stored } : { phase: PHASES[0], from: 0, to: 0 };

/** Heartbeats that one attempt may tell more than another before both end at the same record. */
const BEATS = 2;

/** Where a worker is that tells this; `before` is what it told last, `stored` how much was stored by then. */
export const toldAt = (before: Stretch | null, phase: string, done: number, stored: number): Stretch => {
  const since = before?.phase === phase ? before.from : phase === STORING ? stored : 0;
  return { phase, from: done, to: done + BEATS * Math.max(done - since, 0) };
};

/** The endings with that of an attempt that was at a place; one that was let go was at none. */
export const withEnding = (endings: Endings, at: Stretch | null): Endings => {
  if (at === null) return endings;
  const isSame = endings.place !== null && meets(endings.place, at);
  return { place: at, alike: isSame ? endings.alike + 1 : 1 };
};

/** What came past the place where attempts ended has none of them against it. */
export const unlessPast = (endings: Endings, at: Stretch): Endings =>
  endings.place !== null && isPast(endings.place, at) ? NO_ENDINGS : endings;

const meets = (one: Stretch, other: Stretch): boolean =>
  one.phase === other.phase && one.from <= other.to && other.from <= one.to;

const isPast = (place: Stretch, at: Stretch): boolean =>
  place.phase === at.phase ? at.from > place.to : orderOf(at) > orderOf(place);

const orderOf = ({ phase }: Stretch): number => PHASES.findIndex((known) => known === phase);

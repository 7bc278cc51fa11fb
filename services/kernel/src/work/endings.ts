import type { JobPlace } from '@cairn/contracts';

/** Where attempts ended without a word: nothing of it after the work came past that place. */
export interface Endings {
  readonly place: JobPlace | null;
  /** So many attempts in a row ended there. */
  readonly alike: number;
}

export const NO_ENDINGS: Endings = { place: null, alike: 0 };

/** Before the first phase of every kind of work. */
const STARTING = 'starting';

/** Renewals that one attempt may tell more than another before both end at the same place. */
const BEATS = 2;

/** The phases of a kind of work, in their order. What is done in the last one stays when its worker ends. */
export type Phases = readonly [string, ...string[]];

/** The places where work of these phases can be. */
export const placesIn = (phases: Phases) => {
  const inOrder = [STARTING, ...phases];
  const lasting = inOrder.at(-1)!;
  const isPast = (place: JobPlace, at: JobPlace): boolean =>
    place.phase === at.phase ? at.from > place.to : inOrder.indexOf(at.phase) > inOrder.indexOf(place.phase);
  return {
    /** The phase whose work stays when its worker ends. */
    lasting,
    /** Where an attempt begins that goes on behind what is stored already, or anew. */
    beginning: (stored: number, goesOn: boolean): JobPlace =>
      goesOn ? { phase: lasting, from: stored, to: stored } : { phase: STARTING, from: 0, to: 0 },
    /** Where a worker is that tells this; `before` is what it told last, `stored` how much was stored by then. */
    toldAt: (before: JobPlace | null, phase: string, done: number, stored: number): JobPlace => {
      const since = before?.phase === phase ? before.from : phase === lasting ? stored : 0;
      return { phase, from: done, to: done + BEATS * Math.max(done - since, 0) };
    },
    /** Whether an attempt ended where it began: it told nothing, so that its place says nothing of why it ended. */
    isUntold: (began: JobPlace, { phase, from, to, threw = false }: JobPlace): boolean =>
      !threw && phase === began.phase && from === began.from && to === began.to,
    /** What came past the place where attempts ended has none of them against it. */
    unlessPast: (endings: Endings, at: JobPlace): Endings =>
      endings.place !== null && isPast(endings.place, at) ? NO_ENDINGS : endings,
  };
};
export type Places = ReturnType<typeof placesIn>;

/** The endings with that of an attempt that was at a place. */
export const withEnding = (endings: Endings, at: JobPlace): Endings => {
  const isSame = endings.place !== null && meets(endings.place, at);
  return { place: at, alike: isSame ? endings.alike + 1 : 1 };
};

const meets = (one: JobPlace, other: JobPlace): boolean =>
  one.phase === other.phase && one.from <= other.to && other.from <= one.to;

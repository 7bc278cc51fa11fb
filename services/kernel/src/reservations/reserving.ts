import { derivedId } from '../clock/ids.js';
import type { Decision } from '../domain/aggregate.js';
import type { Executed, Intent } from '../domain/executed.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import { type Step, step } from '../domain/steps.js';
import type { CommandContext } from '../context/command.js';
import type { Holder, Reservations, ReservationState, WantedValue } from './state.js';

/** How long a claim that its holder has not taken is left alone (law 5), in milliseconds. */
export const OWNERLESS_MS = 30_000;

/** A claim of one on a value that another wants. */
export interface ClaimInTheWay extends WantedValue {
  readonly claimId: string;
}

/** At least one. */
export type ClaimsInTheWay = readonly [ClaimInTheWay, ...ClaimInTheWay[]];

/** What can hold the values of a category of reservations. */
export interface Holding {
  readonly reservations: Reservations;
  /**
   * Makes sure, on the holder's own stream, that it cannot take values any more under claims; refused when it has one. All
   * claims of a holder at once, for a command addresses a stream once.
   */
  abandon(
    this: void,
    context: CommandContext,
    holder: Pick<Holder, 'category' | 'id'>,
    claims: ClaimsInTheWay,
  ): Promise<Executed>;
  /**
   * Whether a holder has taken what it holds, where a value counts under the claim under which it was taken: that claim
   * stays. Absent: it counts by the value, under whichever claim.
   */
  holds?(this: void, context: CommandContext, holder: Holder): Promise<boolean>;
  taken(this: void, wanted: WantedValue): Refusal;
}

/** The claim of a command on a value: the same for a retry. */
export const claimOf = ({ facts }: CommandContext, { reservationId }: WantedValue): string =>
  derivedId(facts.id, facts.request, reservationId);

/** The claim under which one takes a value: the one under which it has it already, else this command's. */
export const claimToTake = async (
  { reservations, holds }: Holding,
  context: CommandContext,
  holderId: string,
  wanted: WantedValue,
): Promise<string> => {
  const { holder } = await context.load(reservations.aggregate, wanted.reservationId);
  const isTaken = holder?.id === holderId && (await holds?.(context, holder)) === true;
  return isTaken ? holder.claimId : claimOf(context, wanted);
};

/** A claim that was put aside, by the id of its reservation. */
export type ClearedClaims = ReadonlyMap<string, string>;

/**
 * Puts aside the claims in the way whose holders have not taken them in time. It is done before what `reservingSteps`
 * are decided with, for it executes on the holders' streams. A value that somebody has, or may take yet, refuses. `ask`
 * says why the caller may not do what it leads to: who may not puts nothing aside.
 */
export const clearOwnerless = async (
  holding: Holding,
  context: CommandContext,
  holderId: string,
  wanted: readonly WantedValue[],
  ask: () => Promise<Refusal | undefined> = async () => undefined,
): Promise<ClearedClaims | Refusal> => {
  const inTheWay = await ownerlessAmong(holding, context, holderId, wanted);
  if (isRefusal(inTheWay)) return inTheWay;
  const refused = inTheWay.length === 0 ? undefined : await ask();
  if (refused !== undefined) return refused;
  for (const { holder, claims } of inTheWay) {
    const abandoned = await holding.abandon(context, holder, claims);
    if (isRefusal(abandoned)) return abandoned;
  }
  const cleared = inTheWay.flatMap(({ claims }) => claims);
  return new Map(cleared.map(({ reservationId, claimId }) => [reservationId, claimId]));
};

interface InTheWay {
  readonly holder: Holder;
  readonly claims: ClaimsInTheWay;
}

/** By holder, what others have claimed and not taken in time. */
const ownerlessAmong = async (
  holding: Holding,
  context: CommandContext,
  holderId: string,
  wanted: readonly WantedValue[],
): Promise<readonly InTheWay[] | Refusal> => {
  const inTheWay = new Map<string, InTheWay>();
  for (const each of wanted) {
    const { holder } = await context.load(holding.reservations.aggregate, each.reservationId);
    if (holder === null || holder.id === holderId) continue;
    if (await mayBeTaken(holding, context, holder)) return holding.taken(each);
    const claim = { ...each, claimId: holder.claimId };
    const known = inTheWay.get(holder.id);
    inTheWay.set(holder.id, { holder, claims: known === undefined ? [claim] : [...known.claims, claim] });
  }
  return [...inTheWay.values()];
};

/** Whether its holder has what it holds, or may take it yet. */
const mayBeTaken = async ({ holds }: Holding, context: CommandContext, holder: Holder): Promise<boolean> =>
  context.tools.clock.now() - Date.parse(holder.since) < OWNERLESS_MS ||
  (await holds?.(context, holder)) === true;

/** Reserves a value for one that wants it, under a claim; `cleared`: one that was put aside just before. */
export const decideReserve = (
  { reservations, taken }: Holding,
  { holder: now }: ReservationState,
  wanted: WantedValue,
  { holder, cleared }: { readonly holder: Omit<Holder, 'since'>; readonly cleared: string | undefined },
): Decision => {
  if (now?.claimId === holder.claimId) return [];
  return now === null || now.id === holder.id || now.claimId === cleared
    ? [reservations.reserved(wanted, holder)]
    : taken(wanted);
};

/** What reserves a value, on its own stream. */
export const reserving = (
  holding: Holding,
  context: CommandContext,
  holder: Pick<Holder, 'category' | 'id'>,
  wanted: WantedValue,
  cleared: ClearedClaims,
): Intent<ReservationState, string> => ({
  given: () => claimToTake(holding, context, holder.id, wanted),
  decide: (state, claimId) =>
    decideReserve(holding, state, wanted, {
      holder: { ...holder, claimId },
      cleared: cleared.get(wanted.reservationId),
    }),
});

/** Reserves values for one that wants them: to be appended before what takes them, so that no refusal holds one. */
export const reservingSteps = (
  holding: Holding,
  context: CommandContext,
  holder: Pick<Holder, 'category' | 'id'>,
  wanted: readonly WantedValue[],
  cleared: ClearedClaims,
): readonly Step[] =>
  wanted.map((each) =>
    step(
      holding.reservations.aggregate,
      each.reservationId,
      reserving(holding, context, holder, each, cleared),
    ),
  );

/** A claim that one has. */
export interface HeldClaim {
  readonly reservationId: string;
  readonly claimId: string;
}

/** Under which claims one has what it has now: to be released once it has it no more. */
export const claimsHeld = async (
  { reservations }: Holding,
  context: CommandContext,
  holderId: string,
  reservationIds: readonly string[],
): Promise<readonly HeldClaim[]> => {
  const held = await Promise.all(
    reservationIds.map(async (reservationId) => {
      const { holder } = await context.load(reservations.aggregate, reservationId);
      return holder?.id === holderId ? [{ reservationId, claimId: holder.claimId }] : [];
    }),
  );
  return held.flat();
};

/** Gives values back. A claim that was made anew meanwhile stays; one that is not given back is cleared when it is wanted. */
export const releaseClaims = async (
  { reservations }: Holding,
  context: CommandContext,
  claims: readonly HeldClaim[],
): Promise<void> => {
  for (const { reservationId, claimId } of claims)
    await context.execute(reservations.aggregate, reservationId, {
      decide: ({ holder }) =>
        holder?.claimId === claimId ? [reservations.released(reservationId, claimId)] : [],
    });
};

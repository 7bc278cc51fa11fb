import { derivedId } from '../clock/ids.js';
import type { Executed } from '../domain/executed.js';
import { isRefusal, type Refusal } from '../domain/refusal.js';
import { type Step, step } from '../domain/steps.js';
import type { CommandContext } from '../runtime/service.js';
import type { Holder, Reservations, WantedValue } from './state.js';

/** How long a claim that its holder has not taken is left alone (law 5), in milliseconds. */
export const OWNERLESS_MS = 30_000;

/** What can hold the values of a category of reservations. */
export interface Holding {
  readonly reservations: Reservations;
  /**
   * Makes sure, on the holder's own stream, that it cannot take a value any more under a claim; refused when it has it.
   */
  abandon(this: void, context: CommandContext, holder: Holder, wanted: WantedValue): Promise<Executed>;
  taken(this: void, wanted: WantedValue): Refusal;
}

/** The claim of a command on a value: the same for a retry. */
export const claimOf = ({ facts }: CommandContext, { reservationId }: WantedValue): string =>
  derivedId(facts.id, facts.request, reservationId);

/** A claim that was put aside, by the id of its reservation. */
export type ClearedClaims = ReadonlyMap<string, string>;

/**
 * Puts aside the claims in the way whose holders have not taken them in time. It is done before what `reservingSteps`
 * are decided with, for it executes on the holders' streams. A value that somebody has, or may take yet, refuses.
 */
export const clearOwnerless = async (
  { reservations, abandon, taken }: Holding,
  context: CommandContext,
  holderId: string,
  wanted: readonly WantedValue[],
): Promise<ClearedClaims | Refusal> => {
  const cleared = new Map<string, string>();
  for (const each of wanted) {
    const { holder } = await context.load(reservations.aggregate, each.reservationId);
    if (holder === null || holder.id === holderId) continue;
    if (context.tools.clock.now() - Date.parse(holder.since) < OWNERLESS_MS) return taken(each);
    if (isRefusal(await abandon(context, holder, each))) return taken(each);
    cleared.set(each.reservationId, holder.claimId);
  }
  return cleared;
};

/** Reserves values for one that wants them: to be appended before what takes them, so that no refusal holds one. */
export const reservingSteps = (
  { reservations, taken }: Holding,
  context: CommandContext,
  holder: Pick<Holder, 'category' | 'id'>,
  wanted: readonly WantedValue[],
  cleared: ClearedClaims,
): readonly Step[] =>
  wanted.map((each) =>
    step(reservations.aggregate, each.reservationId, {
      decide: ({ holder: now }) =>
        now === null || now.id === holder.id || now.claimId === cleared.get(each.reservationId)
          ? [reservations.reserved(each, { ...holder, claimId: claimOf(context, each) })]
          : taken(each),
    }),
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

import type { HeldName, ReservedKind } from '@cairn/contracts';
import { type CommandContext, derivedId, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { decideReserve } from '../application/reservation/reserve.js';
import { reservation } from '../domain/reservation/state.js';
import { decideAbandonClaim } from '../application/user/abandon-claim.js';
import { holdsClaim, user } from '../domain/user/state.js';
import { holderOf } from './lookup.js';
import { reservationIdOf } from './names.js';

/** How long a reservation without its account is left alone (law 5). */
const OWNERLESS_MS = 30_000;

/** A name that an account wants. */
export interface WantedName {
  readonly kind: ReservedKind;
  readonly name: string;
}

/**
 * Reserves names for an account, all or none. Looks first whether one is taken, so that the others are not held for
 * nothing; should one be lost in between, the others are given back.
 */
export const reserveNames = async (
  context: CommandContext,
  userId: string,
  wanted: readonly WantedName[],
): Promise<readonly HeldName[] | Refusal> => {
  const ids = await Promise.all(
    wanted.map(({ kind, name }) => reservationIdOf(context.tools.vault, kind, name)),
  );
  for (const [index, { kind }] of wanted.entries()) {
    const owner = await holderOf(context, ids[index]!);
    if (owner !== undefined && owner.id !== userId) return taken(kind);
  }
  const held: HeldName[] = [];
  for (const [index, { kind }] of wanted.entries()) {
    const reserved = await reserve(context, userId, kind, ids[index]!);
    if (isRefusal(reserved)) {
      await releaseNames(context, held);
      return reserved;
    }
    held.push(reserved);
  }
  return held;
};

/** Gives names back that the account has not taken, or not any more. */
export const releaseNames = async (context: CommandContext, held: readonly HeldName[]): Promise<void> => {
  for (const name of held)
    await context.tools.execute({
      name: 'identity.releaseReservation',
      input: { ...name },
      id: derivedId(context.facts.id, 'release', name.claim_id),
    });
};

const reserve = async (
  context: CommandContext,
  userId: string,
  kind: ReservedKind,
  reservationId: string,
): Promise<HeldName | Refusal> => {
  const claimId = derivedId(context.facts.id, context.facts.request, reservationId);
  const done = await context.execute(reservation, reservationId, {
    given: () => clearedClaim(context, userId, kind, reservationId),
    decide: (state, cleared) =>
      decideReserve(state, { id: reservationId, kind, user_id: userId, claim_id: claimId }, cleared.claimId),
  });
  if (isRefusal(done)) return done;
  const { holder } = await context.load(reservation, reservationId);
  return holder?.userId === userId
    ? { reservation_id: reservationId, claim_id: holder.claimId }
    : taken(kind);
};

/** Makes sure that who holds the name now cannot take it any more: its claim is abandoned on its own stream. */
const clearedClaim = async (
  context: CommandContext,
  userId: string,
  kind: ReservedKind,
  reservationId: string,
): Promise<{ readonly claimId: string | null } | Refusal> => {
  const { holder } = await context.load(reservation, reservationId);
  if (holder === null || holder.userId === userId) return { claimId: null };
  const owner = await context.load(user, holder.userId);
  const age = context.tools.clock.now() - Date.parse(holder.since);
  if (holdsClaim(owner, holder.claimId) || age < OWNERLESS_MS) return taken(kind);
  const abandoned = await context.execute(user, holder.userId, {
    decide: (state) => decideAbandonClaim(state, holder.claimId),
  });
  return isRefusal(abandoned) ? taken(kind) : { claimId: holder.claimId };
};

const taken = (kind: ReservedKind): Refusal =>
  kind === 'username'
    ? refuse('login_taken', 'The user name is taken.', [
        { pointer: '/username', code: 'login_taken', message: 'is taken' },
      ])
    : refuse('email_taken', 'The e-mail address is taken.', [
        { pointer: '/email', code: 'email_taken', message: 'is taken' },
      ]);

import { type HeldName, identityCommands, type ReservedKind } from '@cairn/contracts';
import {
  type ClearedClaims,
  clearOwnerless,
  type CommandContext,
  derivedId,
  type Holding,
  isRefusal,
  type Refusal,
  refuse,
  reserving,
  type WantedValue,
} from '@cairn/kernel';
import { abandoning } from '../domain/user/abandon-claim.js';
import { names } from '../domain/reservation/state.js';
import { holdsClaim, user } from '../domain/user/state.js';
import { reservationIdOf } from './names.js';

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
  const values = await Promise.all(
    wanted.map(async ({ kind, name }) => ({
      reservationId: await reservationIdOf(context.tools.vault, kind, name),
      field: kind,
    })),
  );
  const cleared = await clearOwnerless(nameHolding, context, userId, values);
  if (isRefusal(cleared)) return cleared;
  const held: HeldName[] = [];
  for (const value of values) {
    const reserved = await reserve(context, userId, value, cleared);
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
    await context.tools.execute(
      identityCommands.releaseReservation,
      { ...name },
      { id: derivedId(context.facts.id, 'release', name.claim_id) },
    );
};

const reserve = async (
  context: CommandContext,
  userId: string,
  value: WantedValue,
  cleared: ClearedClaims,
): Promise<HeldName | Refusal> => {
  const { reservationId } = value;
  const account = { category: user.category, id: userId };
  const done = await context.execute(
    names.aggregate,
    reservationId,
    reserving(nameHolding, context, account, value, cleared),
  );
  if (isRefusal(done)) return done;
  const { holder } = await context.load(names.aggregate, reservationId);
  return holder?.id === userId
    ? { reservation_id: reservationId, claim_id: holder.claimId }
    : nameHolding.taken(value);
};

export const nameHolding: Holding = {
  reservations: names,
  taken: ({ field }) =>
    field === 'username'
      ? refuse('login_taken', 'The user name is taken.', [
          { pointer: '/username', code: 'login_taken', message: 'is taken' },
        ])
      : refuse('email_taken', 'The e-mail address is taken.', [
          { pointer: '/email', code: 'email_taken', message: 'is taken' },
        ]),
  holds: async (context, { id, claimId }) => holdsClaim(await context.load(user, id), claimId),
  abandon: (context, { id }, claims) =>
    context.execute(user, id, {
      decide: (state) => {
        const has = claims.find(({ claimId }) => holdsClaim(state, claimId));
        return has === undefined
          ? claims.flatMap(({ claimId }) => abandoning(state, claimId))
          : nameHolding.taken(has);
      },
    }),
};

import type { CommandContext, Vault } from '@cairn/kernel';
import { reservation } from '../domain/reservation/state.js';
import { type Account, holdsClaim, user } from '../domain/user/state.js';
import { looksLikeAddress, reservationIdOf } from './names.js';

type Looking = Pick<CommandContext, 'load'> & { readonly tools: { readonly vault: Vault } };

/**
 * The account that a login names, by user name or e-mail address. The same streams are looked at whether there is one or
 * not (S12). An address names its account before a user name that looks like one.
 */
export const accountByLogin = async (context: Looking, login: string): Promise<Account | undefined> => {
  const kinds = looksLikeAddress(login) ? (['email', 'username'] as const) : (['username', 'email'] as const);
  const candidates = await Promise.all(
    kinds.map(async (kind) => holderOf(context, await reservationIdOf(context.tools.vault, kind, login))),
  );
  return candidates.find((candidate) => candidate !== undefined);
};

/** The account that holds a reservation and has taken it. */
const holderOf = async (
  context: Pick<CommandContext, 'load'>,
  reservationId: string,
): Promise<Account | undefined> => {
  const { holder } = await context.load(reservation, reservationId);
  const owner = await context.load(user, holder?.id ?? reservationId);
  return holder !== null && owner.kind === 'account' && holdsClaim(owner, holder.claimId) ? owner : undefined;
};

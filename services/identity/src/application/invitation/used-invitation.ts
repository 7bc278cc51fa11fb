import { type CommandContext, type Refusal, refuse } from '@cairn/kernel';
import { invitationIn } from '../../credentials/invitation-token.js';
import { isUuid } from '../../credentials/id-token.js';
import { invitationInvalid } from '../../domain/invitation/decisions.js';
import type { KnownInvitation } from '../../domain/invitation/state.js';
import { sessionRequired } from '../../domain/user/session-required.js';
import { type UserState } from '../../domain/user/state.js';
import { verifiedAddressOf } from '../../domain/user/verifying.js';

/** Why an invitation is not for an account; `undefined` when it is. */
export type NotTheirs = (known: KnownInvitation, account: UserState) => Refusal | undefined;

/** An invitation that a person names. */
export interface UsedInvitation {
  readonly id: string;
  readonly notTheirs: NotTheirs;
}

/** Without the mail: the address that was invited is verified as that of the account. */
export const notVerified: NotTheirs = ({ addressKey }, account) =>
  addressKey !== null && verifiedAddressOf(account) === addressKey ? undefined : invitationInvalid();

/** With the link of the mail: the account has that address, verified or not (S20). */
const notMailed: NotTheirs = ({ addressKey }, account) =>
  account.kind === 'account' && account.heldEmail.reservation_id === addressKey
    ? undefined
    : refuse('other_address', 'The invitation was mailed to another address than that of your account.');

/** The invitation that a person names by the token of the mail, or by its id, which proves nothing. */
export const usedInvitation = async (
  { principal, tools: { vault } }: CommandContext,
  token: string,
): Promise<UsedInvitation | Refusal> => {
  if (principal.kind !== 'user') return sessionRequired();
  if (isUuid(token)) return { id: token, notTheirs: notVerified };
  const id = await invitationIn(vault, token);
  return id === undefined ? invitationInvalid() : { id, notTheirs: notMailed };
};

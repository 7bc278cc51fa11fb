import { AdministratorLetGo, AdministratorReturned, type SettingsEvent } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import { isAdministrator, type UserState } from '../user/state.js';
import { type AdministratorsState, hasGone, timesLetGo } from './state.js';

/** Lets an administrator go when one of the others stays. Each time counts: what was granted before it counts no more. */
export const decideLetGo = (
  state: AdministratorsState,
  userId: string,
  others: readonly string[],
): Decision<SettingsEvent> =>
  hasGone(state, userId) || others.some((id) => !hasGone(state, id))
    ? [AdministratorLetGo.of({ user_id: userId })]
    : refuse('last_administrator', 'The last administrator must stay one.');

/**
 * Somebody who is an administrator again stays for others from now on, unless they were let go once more since that was
 * granted.
 */
export const decideReturn = (state: AdministratorsState, account: UserState): Decision<SettingsEvent> =>
  account.kind === 'account' &&
  isAdministrator(account) &&
  hasGone(state, account.id) &&
  account.timesLetGo === timesLetGo(state, account.id)
    ? [AdministratorReturned.of({ user_id: account.id, times_let_go: account.timesLetGo })]
    : [];

/** Whether an account is let go with what is decided now, was by this command before, or is no administrator. */
export type Agreement = 'now' | 'before' | 'not';

/** How somebody stands among the administrators now. */
export interface Standing {
  readonly hasGone: boolean;
  readonly timesLetGo: number;
}

/** Whether somebody was let go since they became an administrator. */
export const isLetGo = (account: UserState, { timesLetGo: times }: Pick<Standing, 'timesLetGo'>): boolean =>
  account.kind === 'account' && account.timesLetGo < times;

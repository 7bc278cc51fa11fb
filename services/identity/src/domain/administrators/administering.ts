import {
  type AdminUserChanges,
  UserAdministrationGranted,
  UserAdministrationWithdrawn,
  UserDisabled,
  UserEnabled,
} from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import { type Account, isAdministrator, type UserState } from '../user/state.js';
import { type Agreement, isLetGo, type Standing } from './decisions.js';

/** What is known of an account among the administrators, and whether it was let go for this. */
export interface Administered extends Standing {
  readonly agreement: Agreement;
}

/**
 * What administrators change of an account. One that administers is let go first, so that of the last two that are
 * demoted at the same moment one stays; what was granted to it since then is not taken back without asking again.
 */
export const decideAdminister = (
  state: UserState,
  wanted: AdminUserChanges,
  known: Administered,
): Decision => {
  if (state.kind !== 'account') return refuse('not_found', 'There is nothing at this address.');
  const { is_system_admin: administrator = state.administrator, disabled = state.disabled } = wanted;
  const leaves = isAdministrator(state) && (disabled || !administrator);
  if (leaves && !isAgreed(state, known))
    return refuse('conflict', 'The account is being changed by others; try again.');
  return [...opening(state, disabled, known), ...administration(state, { administrator, disabled }, known)];
};

const isAgreed = (state: UserState, { agreement, timesLetGo }: Administered): boolean =>
  agreement === 'now' || (agreement === 'before' && isLetGo(state, { timesLetGo }));

const opening = ({ id, disabled: isDisabled }: Account, disabled: boolean, known: Administered) => {
  if (disabled === isDisabled) return [];
  return [disabled ? UserDisabled.of({ id }) : UserEnabled.of({ id, ...told(known) })];
};

/** Who was let go and stayed is granted it again. */
const administration = (
  state: Account,
  { administrator, disabled }: { readonly administrator: boolean; readonly disabled: boolean },
  known: Administered,
) => {
  const { id } = state;
  if (!administrator) return state.administrator ? [UserAdministrationWithdrawn.of({ id })] : [];
  const isHalfGone = isAdministrator(state) && !disabled && known.hasGone;
  return state.administrator && !isHalfGone ? [] : [UserAdministrationGranted.of({ id, ...told(known) })];
};

const told = ({ timesLetGo }: Administered) => (timesLetGo === 0 ? {} : { times_let_go: timesLetGo });

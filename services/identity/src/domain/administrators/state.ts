import { type SettingsEvent, settingsEvents } from '@cairn/contracts';
import { aggregate, derivedId } from '@cairn/kernel';

export interface AdministratorsState {
  /** How often each was let go; they may still be there for a while. */
  readonly letGo: Readonly<Record<string, number>>;
  /** Up to how many of those times each has come back since. */
  readonly returned: Readonly<Record<string, number>>;
}

/**
 * Stream `settings-<ADMINISTRATORS>`: who may go. There must always be an administrator, but each stands in a stream of
 * its own: those who go are let go one after the other here, and those who come back stand here before they count for
 * others.
 */
export const administrators = aggregate<AdministratorsState, SettingsEvent>({
  category: 'settings',
  events: Object.values(settingsEvents),
  stateVersion: 2,
  initial: { letGo: {}, returned: {} },
  evolve: (state, { type, data }) =>
    type === 'AdministratorLetGo'
      ? { ...state, letGo: { ...state.letGo, [data.user_id]: timesLetGo(state, data.user_id) + 1 } }
      : { ...state, returned: { ...state.returned, [data.user_id]: data.times_let_go } },
});

/** How often somebody was let go. */
export const timesLetGo = ({ letGo }: Pick<AdministratorsState, 'letGo'>, userId: string): number =>
  letGo[userId] ?? 0;

/** Whether somebody was let go and has not come back. */
export const hasGone = (state: AdministratorsState, userId: string): boolean =>
  timesLetGo(state, userId) > (state.returned[userId] ?? 0);

export const ADMINISTRATORS = derivedId('identity', 'administrators');

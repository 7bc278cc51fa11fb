import { type SettingsEvent, settingsEvents } from '@cairn/contracts';
import { aggregate, derivedId } from '@cairn/kernel';

export interface AdministratorsState {
  /** Ids of those who were let go; they may still be there for a while. */
  readonly letGo: readonly string[];
}

/**
 * Stream `settings-<ADMINISTRATORS>`: who may go. There must always be an administrator, but each stands in a stream of
 * its own: those who go are let go one after the other here.
 */
export const administrators = aggregate<AdministratorsState, SettingsEvent>({
  category: 'settings',
  events: Object.values(settingsEvents),
  stateVersion: 1,
  initial: { letGo: [] },
  evolve: (state, { data }) => ({ letGo: [...state.letGo, data.user_id] }),
});

export const ADMINISTRATORS = derivedId('identity', 'administrators');

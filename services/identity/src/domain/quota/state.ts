import { type QuotaContent, type QuotaEvent, quotaEvents } from '@cairn/contracts';
import { aggregate, derivedId } from '@cairn/kernel';

/** What was ever set of the quotas: the configuration tells the rest. */
export interface QuotaState {
  readonly begun: boolean;
  readonly set: Partial<QuotaContent>;
}

const evolve = (state: QuotaState, event: QuotaEvent): QuotaState => {
  switch (event.type) {
    case 'QuotasBegun':
      return { ...state, begun: true };
    case 'QuotasChanged':
      return { ...state, set: { ...state.set, ...event.data.changes } };
  }
};

/** Stream `quota-<QUOTAS>`, the only one: how much may be stored. */
export const quota = aggregate<QuotaState, QuotaEvent>({
  category: 'quota',
  events: Object.values(quotaEvents),
  stateVersion: 1,
  initial: { begun: false, set: {} },
  evolve,
});

export const QUOTAS = derivedId('identity', 'quotas');

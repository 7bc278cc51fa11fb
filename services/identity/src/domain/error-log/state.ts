import { type ErrorLogEvent, errorLogEvents, type ErrorOrigin } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export type ErrorLogState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'error';
      readonly id: string;
      readonly origin: ErrorOrigin;
      /** How often it had come when it was resolved last; `null` while it is not. */
      readonly resolvedAt: number | null;
    };

/** Streams `errorLog-<id>`: a kind of error, or what somebody reported, and whether it is mended (ADR-0056). */
export const errorLog = aggregate<ErrorLogState, ErrorLogEvent>({
  category: 'errorLog',
  events: Object.values(errorLogEvents),
  stateVersion: 1,
  initial: { kind: 'none' },
  evolve: (state, event) => {
    if (event.type === 'ErrorRecorded') {
      const { id, origin } = event.data;
      return { kind: 'error', id, origin, resolvedAt: null };
    }
    if (state.kind === 'none') return state;
    return { ...state, resolvedAt: event.type === 'ErrorResolved' ? event.data.count : null };
  },
});

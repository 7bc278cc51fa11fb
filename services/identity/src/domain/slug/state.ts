import { type SlugEvent, slugEvents, type SlugHolder } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** For what a slug is held, under which claim, since when (RFC 3339). */
export interface SlugHeld {
  readonly kind: SlugHolder;
  readonly holderId: string;
  readonly claimId: string;
  readonly since: string;
}

export interface SlugState {
  readonly holder: SlugHeld | null;
}

/** Streams `slug-<id>`: a slug that one group only can have (law 5). */
export const slug = aggregate<SlugState, SlugEvent>({
  category: 'slug',
  events: Object.values(slugEvents),
  stateVersion: 1,
  initial: { holder: null },
  evolve: (state, event, { at: since }) => {
    switch (event.type) {
      case 'SlugReserved': {
        const { kind, holder_id: holderId, claim_id: claimId } = event.data;
        return { holder: { kind, holderId, claimId, since } };
      }
      case 'SlugReleased':
        return state.holder?.claimId === event.data.claim_id ? { holder: null } : state;
    }
  },
});

import { type SlugEvent, slugEvents, type SlugHolder } from '@cairn/contracts';
import { reservationsOf } from '@cairn/kernel';

/** `slug-<id>`: a slug that one group or role only can have (law 5). The category of a holder is its kind. */
export const slugs = reservationsOf<SlugEvent>({
  category: 'slug',
  events: Object.values(slugEvents),
  stateVersion: 2,
  holderIn: ({ type, data }) =>
    type === 'SlugReserved' ? { category: data.kind, id: data.holder_id, claimId: data.claim_id } : null,
  reserved: ({ reservationId: id }, { category, id: holder_id, claimId: claim_id }) =>
    slugEvents.SlugReserved.of({ id, kind: category as SlugHolder, holder_id, claim_id }),
  released: (id, claim_id) => slugEvents.SlugReleased.of({ id, claim_id }),
});

/** The streams of slugs. */
export const slug = slugs.aggregate;

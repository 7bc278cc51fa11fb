import { SlugReleased, SlugReserved, type SlugEvent } from '@cairn/contracts';
import { type Decision, refuse } from '@cairn/kernel';
import type { SlugState } from './state.js';

type Wanted = Extract<SlugEvent, { readonly type: 'SlugReserved' }>['data'];

/** Reserves a slug unless another has it; `cleared` is the claim that was made void just before. */
export const decideReserveSlug = (
  { holder }: SlugState,
  wanted: Wanted,
  cleared: string | null,
): Decision<SlugEvent> => {
  if (holder?.holderId === wanted.holder_id) return [];
  return holder === null || holder.claimId === cleared
    ? [SlugReserved.of(wanted)]
    : refuse('slug_taken', 'The slug is taken.', [
        { pointer: '/slug', code: 'slug_taken', message: 'is taken' },
      ]);
};

/** Gives a slug back that nobody holds under the claim. */
export const decideReleaseSlug = (
  { holder }: SlugState,
  { id, claimId }: { readonly id: string; readonly claimId: string },
): Decision<SlugEvent> => (holder?.claimId === claimId ? [SlugReleased.of({ id, claim_id: claimId })] : []);

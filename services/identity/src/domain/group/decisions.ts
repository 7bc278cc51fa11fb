import type { EventDefinition, FileRecord, GroupEventDefinitions, HeldName } from '@cairn/contracts';
import { changedFields, type Decision, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { type GroupContent, isGroup, type KnownGroup, type NoGroup } from './state.js';

export const notFound = (): Refusal => refuse('not_found', 'There is nothing at this address.');

/** The group while it is not deleted. */
export const liveGroup = <Known extends KnownGroup>(state: NoGroup | Known): Known | Refusal =>
  isGroup(state) && state.status === 'live' ? state : notFound();

/** Whether it may take a slug that was reserved for it (law 5). */
const slugRefusal = (state: NoGroup | KnownGroup, held: HeldName): Refusal | undefined =>
  state.status === 'abandoned' || (isGroup(state) && state.abandonedClaims.includes(held.claim_id))
    ? refuse('conflict', 'It took too long and the slug went to another; try again.')
    : undefined;

/** Whether a group is to be made here; law 5 has its slug reserved before. */
export const newRefusal = (state: NoGroup | KnownGroup, held: HeldName): Refusal | undefined =>
  isGroup(state) ? refuse('conflict', 'There is a group of this id.') : slugRefusal(state, held);

/**
 * Decides on a change of what a group says of itself; `held` is the reservation of a new slug. `told` is what the event
 * tells of the changes, for a kind that tells them otherwise.
 */
export const updating =
  <Content extends GroupContent, Known extends KnownGroup<Content> = KnownGroup<Content>>(
    updated: EventDefinition,
    told: (changes: Partial<Content>, before: Known) => object = (changes) => ({ changes }),
  ) =>
  (state: NoGroup | Known, body: Partial<Content>, held: HeldName | undefined): Decision => {
    const current = liveGroup(state);
    if (isRefusal(current)) return current;
    const refusal = held && slugRefusal(state, held);
    if (refusal !== undefined) return refusal;
    const changes = changedFields<Content>(current.content, body);
    if (Object.keys(changes).length === 0) return [];
    const isTaken = held !== undefined && changes.slug !== undefined;
    return [updated.of({ ...told(changes, current), ...(isTaken ? { held_slug: held } : {}) })];
  };

/** Whether a slug that is reserved under a claim is a group's. */
export const holdsSlug = (state: NoGroup | KnownGroup, claimId: string): boolean =>
  isGroup(state) && state.heldSlug.claim_id === claimId;

/** What all kinds of groups decide alike. */
export const groupDecisions = ({
  logoSet,
  logoRemoved,
  deleted,
  restored,
  slugAbandoned,
}: GroupEventDefinitions) => ({
  setLogo: (state: NoGroup | KnownGroup, file: FileRecord): Decision => {
    const current = liveGroup(state);
    return isRefusal(current) ? current : [logoSet.of(file)];
  },
  removeLogo: (state: NoGroup | KnownGroup): Decision => {
    const current = liveGroup(state);
    if (isRefusal(current)) return current;
    return current.logo === null ? notFound() : [logoRemoved.of({})];
  },
  remove: (state: NoGroup | KnownGroup, organizationId: string): Decision => {
    const current = liveGroup(state);
    return isRefusal(current) ? current : [deleted.of({ organization_id: organizationId })];
  },
  restore: (state: NoGroup | KnownGroup, organizationId: string): Decision => {
    if (!isGroup(state)) return notFound();
    return state.status === 'live'
      ? refuse('not_deleted', 'It is not deleted.')
      : [restored.of({ organization_id: organizationId })];
  },
  abandonSlug: (state: NoGroup | KnownGroup, claimId: string): Decision => {
    if (state.status === 'abandoned') return [];
    return holdsSlug(state, claimId)
      ? refuse('slug_taken', 'The slug is taken.')
      : [slugAbandoned.of({ claim_id: claimId })];
  },
});

import {
  type CreateOrganizationRequest,
  type HeldName,
  OrganizationAdministratorAdded,
  OrganizationAdministratorRemoved,
  organizationEvents,
} from '@cairn/contracts';
import { type Decision, isRefusal, refuse } from '@cairn/kernel';
import { liveGroup, newRefusal, notFound, updating } from '../group/decisions.js';
import { MOST_ADMINISTRATORS, type OrganizationContent, type OrganizationState } from './state.js';

const { OrganizationCreated, OrganizationUpdated } = organizationEvents;

export const decideCreateOrganization = (
  state: OrganizationState,
  { id, userId, body }: { id: string; userId: string; body: CreateOrganizationRequest },
  held: HeldName,
): Decision =>
  newRefusal(state, held) ?? [
    OrganizationCreated.of({
      id,
      user_id: userId,
      name: body.name,
      slug: body.slug,
      description: body.description ?? '',
      settings: {},
      plan: 'free',
      disabled: false,
      administrators: [userId],
      held_slug: held,
    }),
  ];

/** Settings stand beside the rest: they are not published. */
export const decideUpdateOrganization = updating<OrganizationContent>(
  OrganizationUpdated,
  ({ settings, ...changes }) => ({ changes, ...(settings === undefined ? {} : { settings }) }),
);

/** The membership says so already (SPEC-22). */
export const decideAddAdministrator = (state: OrganizationState, userId: string): Decision => {
  const current = liveGroup(state);
  if (isRefusal(current)) return current;
  if (current.administrators.includes(userId)) return [];
  return current.administrators.length >= MOST_ADMINISTRATORS
    ? refuse('conflict', `An organization has at most ${MOST_ADMINISTRATORS} administrators.`)
    : [OrganizationAdministratorAdded.of({ user_id: userId })];
};

/** `others` are those of whom the membership says so too: one of them stays. */
export const decideRemoveAdministrator = (
  state: OrganizationState,
  userId: string,
  others: readonly string[],
): Decision => {
  if (!('administrators' in state)) return notFound();
  if (!state.administrators.includes(userId)) return [];
  return others.some((id) => id !== userId && state.administrators.includes(id))
    ? [OrganizationAdministratorRemoved.of({ user_id: userId })]
    : refuse('last_administrator', 'The last administrator must stay one.');
};

/**
 * An administrator goes, and successors of whom the memberships say so already take over. `others` as above. Of an
 * organization that is deleted meanwhile, nothing is done.
 */
export const decideHandOver = (
  state: OrganizationState,
  userId: string,
  { others, successors }: { readonly others: readonly string[]; readonly successors: readonly string[] },
): Decision => {
  const current = liveGroup(state);
  if (isRefusal(current)) return [];
  const added = successors.filter((id) => !current.administrators.includes(id));
  const after = { ...current, administrators: [...current.administrators, ...added] };
  if (after.administrators.length > MOST_ADMINISTRATORS + 1)
    return refuse('conflict', `An organization has at most ${MOST_ADMINISTRATORS} administrators.`);
  const removed = decideRemoveAdministrator(after, userId, [...others, ...successors]);
  return isRefusal(removed)
    ? removed
    : [...added.map((id) => OrganizationAdministratorAdded.of({ user_id: id })), ...removed];
};

import {
  type HeldName,
  organizationGroupEvents,
  projectGroupEvents,
  RoleSlugAbandoned,
  type SlugHolder,
  teamGroupEvents,
} from '@cairn/contracts';
import {
  type Aggregate,
  claimToTake,
  clearOwnerless,
  type CommandContext,
  type Decision,
  derivedId,
  type Executed,
  type Holding,
  isRefusal,
  type Refusal,
  refuse,
  releaseClaims,
  reservingSteps,
  type Step,
  type WantedValue,
} from '@cairn/kernel';
import { groupDecisions, holdsSlug } from '../domain/group/decisions.js';
import { organization } from '../domain/organization/state.js';
import { project } from '../domain/project/state.js';
import { isRole, role, type RoleState } from '../domain/role/state.js';
import { slugs } from '../domain/slug/state.js';
import { team } from '../domain/team/state.js';
import { guarded } from './guarded.js';

/** A slug that a group or a role wants; all but organizations within one. */
export interface WantedSlug {
  readonly kind: SlugHolder;
  readonly holderId: string;
  readonly organizationId?: string;
  readonly slug: string;
}

const valueOf = ({ kind, organizationId = '', slug: text }: WantedSlug): WantedValue => ({
  reservationId: derivedId('slug', kind, organizationId, text),
  field: 'slug',
});

/**
 * Reserves a slug: to be appended before what takes it. What is ownerless is put aside first, for that is done on other
 * streams than those whose queues the steps are in. Who is refused what it leads to puts nothing aside.
 */
export const slugSteps = async (
  context: CommandContext,
  wanted: WantedSlug,
  ask: () => Promise<Refusal | undefined>,
): Promise<readonly Step[]> => {
  const { kind: category, holderId: id } = wanted;
  const value = valueOf(wanted);
  const cleared = await clearOwnerless(holding, context, id, [value], ask);
  const aside = isRefusal(cleared) ? new Map<string, string>() : cleared;
  return guarded(reservingSteps(holding, context, { category, id }, [value], aside), ask);
};

/** Under which claim the slug is taken. */
export const heldSlug = async (context: CommandContext, wanted: WantedSlug): Promise<HeldName> => {
  const value = valueOf(wanted);
  const claim_id = await claimToTake(holding, context, wanted.holderId, value);
  return { reservation_id: value.reservationId, claim_id };
};

/** Gives back what a group had before it took another. */
export const releaseSlug = (
  context: CommandContext,
  { reservation_id: reservationId, claim_id: claimId }: HeldName,
): Promise<void> => releaseClaims(holding, context, [{ reservationId, claimId }]);

const taken = (): Refusal =>
  refuse('slug_taken', 'The slug is taken.', [{ pointer: '/slug', code: 'slug_taken', message: 'is taken' }]);

/** How a kind has a slug, and is told that it cannot take it any more. */
interface SlugOwner {
  holds(context: CommandContext, id: string, claimId: string): Promise<boolean>;
  abandon(context: CommandContext, id: string, claimId: string): Promise<Executed>;
}

const ofGroup = <State extends Parameters<typeof holdsSlug>[0]>(
  aggregate: Aggregate<State>,
  decisions: ReturnType<typeof groupDecisions>,
): SlugOwner => ({
  holds: async ({ load }, id, claimId) => holdsSlug(await load(aggregate, id), claimId),
  abandon: ({ execute }, id, claimId) =>
    execute(aggregate, id, { decide: (state) => decisions.abandonSlug(state, claimId) }),
});

/** A deleted role has given its slug up. */
const decideAbandonRole = (state: RoleState, claimId: string): Decision => {
  if (state.status === 'live') return taken();
  return isRole(state) ? [] : [RoleSlugAbandoned.of({ claim_id: claimId })];
};

const holders: Readonly<Record<SlugHolder, SlugOwner>> = {
  organization: ofGroup(organization, groupDecisions(organizationGroupEvents)),
  team: ofGroup(team, groupDecisions(teamGroupEvents)),
  project: ofGroup(project, groupDecisions(projectGroupEvents)),
  role: {
    holds: async ({ load }, id) => (await load(role, id)).status === 'live',
    abandon: ({ execute }, id, claimId) =>
      execute(role, id, { decide: (state) => decideAbandonRole(state, claimId) }),
  },
};

const holding: Holding = {
  reservations: slugs,
  taken,
  holds: (context, { category, id, claimId }) => holders[category as SlugHolder].holds(context, id, claimId),
  // One slug is wanted at a time.
  abandon: async (context, { category, id }, [claim]) => {
    const done = await holders[category as SlugHolder].abandon(context, id, claim.claimId);
    return isRefusal(done) ? taken() : done;
  },
};

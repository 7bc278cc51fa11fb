import {
  type HeldName,
  organizationGroupEvents,
  projectGroupEvents,
  RoleSlugAbandoned,
  type SlugHolder,
  teamGroupEvents,
} from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  derivedId,
  type Executed,
  isRefusal,
  type Refusal,
  refuse,
  type Step,
  step,
} from '@cairn/kernel';
import { groupDecisions, holdsSlug } from '../domain/group/decisions.js';
import { organization } from '../domain/organization/state.js';
import { project } from '../domain/project/state.js';
import { isRole, role, type RoleState } from '../domain/role/state.js';
import { decideReleaseSlug, decideReserveSlug } from '../domain/slug/decisions.js';
import { slug } from '../domain/slug/state.js';
import { team } from '../domain/team/state.js';

/** How long a reservation is left alone whose group has not taken it (law 5). */
const OWNERLESS_MS = 30_000;

/** A slug that a group or a role wants; all but organizations within one. */
export interface WantedSlug {
  readonly kind: SlugHolder;
  readonly holderId: string;
  readonly organizationId?: string;
  readonly slug: string;
}

const slugIdOf = ({ kind, organizationId = '', slug: text }: WantedSlug): string =>
  derivedId('slug', kind, organizationId, text);

/** Reserves a slug: to be appended before what takes it. */
export const slugStep = (context: CommandContext, wanted: WantedSlug): Step => {
  const id = slugIdOf(wanted);
  const { kind, holderId: holder_id } = wanted;
  const data = { id, kind, holder_id, claim_id: claimOf(context, id) };
  return step(slug, id, {
    given: () => cleared(context, id, wanted),
    decide: (state, { claimId }) => decideReserveSlug(state, data, claimId),
  });
};

const claimOf = ({ facts }: CommandContext, slugId: string): string =>
  derivedId(facts.id, facts.request, slugId);

/** Under which claim the slug is taken: one that was reserved for the same group before goes on. */
export const heldSlug = async (context: CommandContext, wanted: WantedSlug): Promise<HeldName> => {
  const id = slugIdOf(wanted);
  const { holder } = await context.load(slug, id);
  const isOwn = holder?.holderId === wanted.holderId;
  return { reservation_id: id, claim_id: isOwn ? holder.claimId : claimOf(context, id) };
};

/** Gives back what a group had before it took another. */
export const releaseSlug = (
  context: CommandContext,
  { reservation_id: id, claim_id: claimId }: HeldName,
): Promise<Executed> =>
  context.execute(slug, id, { decide: (state) => decideReleaseSlug(state, { id, claimId }) });

/** Makes sure that who holds the slug now cannot take it any more: its claim is abandoned on its own stream. */
const cleared = async (
  context: CommandContext,
  id: string,
  wanted: WantedSlug,
): Promise<{ readonly claimId: string | null } | Refusal> => {
  const { holder } = await context.load(slug, id);
  if (holder === null || holder.holderId === wanted.holderId) return { claimId: null };
  const its = holders[holder.kind];
  const age = context.tools.clock.now() - Date.parse(holder.since);
  if (age < OWNERLESS_MS || (await its.holds(context, holder.holderId, holder.claimId))) return taken();
  const abandoned = await its.abandon(context, holder.holderId, holder.claimId);
  return isRefusal(abandoned) ? taken() : { claimId: holder.claimId };
};

const taken = (): Refusal =>
  refuse('slug_taken', 'The slug is taken.', [{ pointer: '/slug', code: 'slug_taken', message: 'is taken' }]);

interface Holders {
  holds(context: CommandContext, id: string, claimId: string): Promise<boolean>;
  abandon(context: CommandContext, id: string, claimId: string): Promise<Executed>;
}

const ofGroup = <State extends Parameters<typeof holdsSlug>[0]>(
  aggregate: Parameters<typeof step<State>>[0],
  decisions: ReturnType<typeof groupDecisions>,
): Holders => ({
  holds: async ({ load }, id, claimId) => holdsSlug(await load(aggregate, id), claimId),
  abandon: ({ execute }, id, claimId) =>
    execute(aggregate, id, { decide: (state) => decisions.abandonSlug(state, claimId) }),
});

/** A deleted role has given its slug up. */
const decideAbandonRole = (state: RoleState, claimId: string): Decision => {
  if (state.status === 'live') return taken();
  return isRole(state) ? [] : [RoleSlugAbandoned.of({ claim_id: claimId })];
};

const holders: Readonly<Record<SlugHolder, Holders>> = {
  organization: ofGroup(organization, groupDecisions(organizationGroupEvents)),
  team: ofGroup(team, groupDecisions(teamGroupEvents)),
  project: ofGroup(project, groupDecisions(projectGroupEvents)),
  role: {
    holds: async ({ load }, id) => (await load(role, id)).status === 'live',
    abandon: ({ execute }, id, claimId) =>
      execute(role, id, { decide: (state) => decideAbandonRole(state, claimId) }),
  },
};

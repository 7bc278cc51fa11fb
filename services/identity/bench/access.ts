/**
 * One side of B10 for some seconds: `access.ts <ours|casbin> <scale> <seconds>`. Prints decisions a second, and how many of
 * those that are asked are allowed, as `{"rate": …, "allowed": …}`. Both have everything in memory and decide the same.
 * Cairn is what was built: sources that are translated while they run are slower.
 */
import {
  type DomainEvent,
  MembershipGranted,
  organizationEvents,
  projectEvents,
  teamEvents,
} from '@cairn/contracts';
import {
  type AccessibleAsset,
  type Aggregate,
  andThen,
  decideAccess,
  type Principal,
  type Soon,
  tokens,
} from '@cairn/kernel';
import { membership } from '#built/domain/membership/state';
import { organization } from '#built/domain/organization/state';
import { project } from '#built/domain/project/state';
import { systemRole } from '#built/domain/role/system-roles';
import { team } from '#built/domain/team/state';
import { FollowedStreams } from '#built/read-models/principals/followed-streams';
import { rightsFrom, type Tips } from '#built/rights/rights';
import { type AccessWorld, accessWorld, type WorldAsset } from './access-world.js';
import { casbinDecider } from './casbin-decider.js';

type Decide = (at: number) => Soon<boolean>;

const held_slug = { reservation_id: 'reservation', claim_id: 'claim' };
const named = (id: string) => ({ id, user_id: 'maker', name: id, slug: id, description: '', held_slug });

/** The states of identity's streams as a gateway follows them, folded from the events that would stand in them. */
const statesOf = ({ people, teams, projects }: AccessWorld): Tips => {
  const events = new Map<string, DomainEvent[]>();
  const told = (stream: string, event: DomainEvent): void => {
    const known = events.get(stream) ?? [];
    events.set(stream, [...known, event]);
  };
  const member = (
    user_id: string,
    group_kind: 'organization' | 'team' | 'project',
    group_id: string,
    organization_id: string,
    slug: string,
  ): void =>
    told(
      `membership-${user_id}`,
      MembershipGranted.of({
        ...{ user_id, group_kind, group_id, organization_id },
        ...{ role_id: systemRole(slug).id, role_slug: slug },
      }),
    );
  for (const id of new Set(people.map((each) => each.organization)))
    told(
      `organization-${id}`,
      organizationEvents.OrganizationCreated.of({
        ...named(id),
        ...{ plan: 'free', disabled: false, settings: {}, administrators: [] },
      }),
    );
  for (const { id, organization: within } of people) member(id, 'organization', within, within, 'org_member');
  for (const { id, organization: organization_id, members } of teams) {
    told(`team-${id}`, teamEvents.TeamCreated.of({ ...named(id), organization_id }));
    for (const person of members) member(person, 'team', id, organization_id, 'team_member');
  }
  for (const { id, organization: organization_id, team: team_id, viewers } of projects) {
    const content = { organization_id, disabled: false, team_id, team_role_id: null };
    told(`project-${id}`, projectEvents.ProjectCreated.of({ ...named(id), ...content }));
    for (const person of viewers) member(person, 'project', id, organization_id, 'project_viewer');
  }
  return folded(events);
};

const AT = '2026-01-01T00:00:00.000Z';
const NOW = Date.parse(AT);
const FACTS = { at: AT, actor: { kind: 'system', id: '' }, eventId: '', correlation: '' } as const;

const folded = (events: ReadonlyMap<string, readonly DomainEvent[]>): Tips => {
  const states = new Map<string, unknown>();
  const keep = <State>({ category, initial, evolve }: Aggregate<State>): void => {
    for (const [stream, of] of events)
      if (stream.startsWith(`${category}-`))
        states.set(
          stream,
          of.reduce(
            (state, event, revision) => evolve(state, event, { ...FACTS, revision: BigInt(revision) }),
            initial,
          ),
        );
  };
  keep(membership);
  keep(organization);
  keep(team);
  keep(project);
  const at = <State>(aggregate: Aggregate<State>, id: string): State => {
    if (aggregate.category === 'user') return { kind: 'account', id, disabled: false } as State;
    return (states.get(`${aggregate.category}-${id}`) ?? aggregate.initial) as State;
  };
  const current = async <State>(aggregate: Aggregate<State>, id: string) => ({ state: at(aggregate, id) });
  return new FollowedStreams({ current, asOf: current }, 60_000);
};

const READERS: Readonly<Record<WorldAsset['visibility'], (asset: WorldAsset) => readonly string[]>> = {
  private: () => [],
  project: ({ project: id }) => [tokens.project(id)],
  org: ({ project: id, organization: within }) => [tokens.project(id), tokens.organization(within)],
  public: ({ project: id, organization: within }) => [
    tokens.project(id),
    tokens.organization(within),
    tokens.everybody,
  ],
};

const accessibleOf = (asset: WorldAsset): AccessibleAsset => ({
  userId: asset.owner,
  organizationId: asset.organization,
  projectId: asset.project,
  readers: [
    ...READERS[asset.visibility](asset).map((token) => ({ token })),
    ...asset.shares.map(({ person, role }) => ({ token: tokens.user(person), role })),
  ],
});

const personal = (userId: string): Principal => ({
  kind: 'user',
  userId,
  scopes: ['*:*'],
  administrator: false,
});

const ours = (world: AccessWorld): Decide => {
  const rights = rightsFrom(statesOf(world), { now: () => NOW });
  const wanted = world.asked.map(({ person, asset, action }) => ({
    action,
    asset: accessibleOf(asset),
    principal: personal(person),
  }));
  return (at) => {
    const { principal, asset, action } = wanted[at]!;
    return andThen(
      rights.standing(principal.userId, asset),
      (standing) => decideAccess({ principal, standing }, asset, `datasets:${action}`, AT).allowed,
    );
  };
};

const WARM_UP_MS = 500;
/** So many are decided before the clock is looked at again. */
const BETWEEN_LOOKS = 50;

const main = async (): Promise<void> => {
  const [side = '', scale = '1', seconds = '1'] = process.argv.slice(2);
  const world = accessWorld(Number(scale));
  const decide = await (side === 'casbin' ? casbinDecider(world) : ours(world));
  let allowed = 0;
  for (const at of world.asked.keys()) if (await decide(at)) allowed += 1;
  const run = async (ms: number): Promise<number> => {
    const began = performance.now();
    let decided = 0;
    while (performance.now() - began < ms)
      for (const end = decided + BETWEEN_LOOKS; decided < end; decided += 1)
        await decide(decided % world.asked.length);
    return decided / ((performance.now() - began) / 1000);
  };
  await run(WARM_UP_MS);
  process.stdout.write(`${JSON.stringify({ rate: await run(Number(seconds) * 1000), allowed })}\n`);
};

void main();

/** Deeds about who is in what: memberships, groups that are closed, teams, roles, accounts, and time. */
import {
  type Deed,
  ending,
  expiry,
  FOUNDER,
  GUEST,
  heldIn,
  HOUR,
  type Ids,
  isInForce,
  isOpen,
  PEOPLE,
  pick,
  type Plan,
  SYSTEM,
  until,
  with_,
} from './deed.js';
import type { Facts, GroupState, MembershipFacts, Name } from './facts.js';
import type { Call } from './system.js';

const withMembership = (facts: Facts, held: MembershipFacts): Facts => ({
  ...facts,
  memberships: [
    ...facts.memberships.filter(({ person, group }) => person !== held.person || group !== held.group),
    held,
  ],
});
/** Who leaves the organization leaves what is in it. */
const withoutMembership = (facts: Facts, person: Name, group: Name): Facts => ({
  ...facts,
  memberships: facts.memberships.filter(
    (one) => one.person !== person || (group !== 'firm' && one.group !== group),
  ),
});

interface GroupNames {
  readonly group: Name;
  readonly called: 'Organization' | 'Team' | 'Project';
  readonly roles: readonly Name[];
}
const GROUPS: readonly GroupNames[] = [
  { group: 'firm', called: 'Organization', roles: ['org_member', 'org_admin', 'clerk'] },
  { group: 'team', called: 'Team', roles: ['team_member', 'team_admin'] },
  {
    group: 'project',
    called: 'Project',
    roles: ['project_viewer', 'project_editor', 'project_admin', 'annotator'],
  },
];
const isThere = (facts: Facts, group: Name): boolean =>
  isOpen(facts) && (group === 'firm' || stateOf(facts, group) === 'open');
const stateOf = (facts: Facts, group: Name): GroupState | undefined =>
  (facts.organizations.get(group) ?? facts.teams.get(group) ?? facts.projects.get(group))?.state;

const roleIn = (facts: Facts, role: Name, ids: Ids) =>
  facts.ownRoles.has(role) ? { role_id: ids.idOf(role) } : { role_slug: role };

/** Who is asked about is anybody but the founder, who stays the last administrator. */
const someoneElse = (deed: Deed): Name => pick(PEOPLE.slice(1), deed.what)!;

const isMember = (facts: Facts, person: Name, group: Name): boolean => {
  const held = heldIn(facts, person, group);
  return held !== undefined && isInForce(facts, held);
};
/** Into teams and projects come members of the organization alone. */
const mayJoin = (facts: Facts, person: Name, group: Name): boolean =>
  isThere(facts, group) &&
  !facts.closed.has(person) &&
  person !== GUEST &&
  !isMember(facts, person, group) &&
  (group === 'firm' || isMember(facts, person, 'firm'));

export const adds: Plan = (facts, deed) => {
  const [person, its] = [someoneElse(deed), pick(GROUPS, deed.who)!];
  const { group, called } = its;
  if (!mayJoin(facts, person, group)) return undefined;
  const role = pick(its.roles, deed.how)!;
  const end = role === 'org_admin' ? undefined : until(deed, facts);
  return {
    says: `${FOUNDER} makes ${person} ${role} of the ${group}${ending(end)}`,
    act: {
      by: FOUNDER,
      call: (ids) => ({
        operation: `add${called}Member`,
        params: { id: ids.idOf(group) },
        body: { user_id: ids.idOf(person), ...roleIn(facts, role, ids), ...expiry(end, ids) },
      }),
    },
    expected: 'done',
    after: withMembership(facts, { person, group, role, until: end }),
  };
};

export const changes: Plan = (facts, deed) => {
  const [person, its] = [someoneElse(deed), pick(GROUPS, deed.who)!];
  const { group, called } = its;
  if (!isThere(facts, group) || !isMember(facts, person, group)) return undefined;
  const role = pick(its.roles, deed.how)!;
  const end = role === 'org_admin' ? undefined : until(deed, facts);
  return {
    says: `${FOUNDER} makes ${person}, who was ${heldIn(facts, person, group)?.role}, ${role} of the ${group}${ending(end)}`,
    act: {
      by: FOUNDER,
      call: (ids) => ({
        operation: `update${called}Member`,
        params: { id: ids.idOf(group), user_id: ids.idOf(person) },
        body: { ...roleIn(facts, role, ids), expires_at: end === undefined ? null : ids.timeOf(end) },
      }),
    },
    expected: 'done',
    after: withMembership(facts, { person, group, role, until: end }),
  };
};

export const removes: Plan = (facts, deed) => {
  const [person, its] = [someoneElse(deed), pick(GROUPS, deed.who)!];
  const { group, called } = its;
  if (!isThere(facts, group) || !isMember(facts, person, group)) return undefined;
  return {
    says: `${FOUNDER} removes ${person} from the ${group}`,
    act: {
      by: FOUNDER,
      call: (ids) => ({
        operation: `remove${called}Member`,
        params: { id: ids.idOf(group), user_id: ids.idOf(person) },
      }),
    },
    expected: 'done',
    after: withoutMembership(facts, person, group),
  };
};

const withState = (facts: Facts, group: Name, state: GroupState): Facts => {
  const { organizations, teams, projects } = facts;
  const [organization, team, project] = [organizations.get(group), teams.get(group), projects.get(group)];
  if (organization !== undefined) return { ...facts, organizations: with_(organizations, group, { state }) };
  if (team !== undefined) return { ...facts, teams: with_(teams, group, { ...team, state }) };
  return project === undefined
    ? facts
    : { ...facts, projects: with_(projects, group, { ...project, state }) };
};

/** A closed one is as it was again; teams are deleted alone. */
const nextState = ({ ends }: Deed, group: Name, state: GroupState | undefined): GroupState => {
  if (state !== 'open') return 'open';
  return group !== 'team' && ends ? 'disabled' : 'deleted';
};
/** Disabled, deleted, or as it was again. An organization is disabled by an administrator of the installation. */
export const opensOrCloses: Plan = (facts, deed) => {
  const { group, called } = pick(GROUPS, deed.what)!;
  const state = stateOf(facts, group);
  if (group !== 'firm' && !isOpen(facts)) return undefined;
  const next = nextState(deed, group, state);
  const isDisabling = [next, state].includes('disabled');
  const call = (ids: Ids): Call => {
    const params = { id: ids.idOf(group) };
    if (isDisabling) return { operation: `update${called}`, params, body: { disabled: next === 'disabled' } };
    return { operation: `${next === 'deleted' ? 'delete' : 'restore'}${called}`, params };
  };
  return {
    says: `the ${group} is ${next === 'open' ? `no longer ${state ?? ''}` : next}`,
    act: { by: isDisabling && group === 'firm' ? SYSTEM : FOUNDER, call },
    expected: 'done',
    after: withState(facts, group, next),
  };
};

export const gives: Plan = (facts, deed) => {
  const project = facts.projects.get('project');
  if (project === undefined || !isThere(facts, 'project') || stateOf(facts, 'team') !== 'open')
    return undefined;
  const isGiven = project.team === undefined;
  const role = pick(['project_viewer', 'project_editor', 'annotator'], deed.how)!;
  return {
    says: isGiven ? `the project is given to the team, as ${role}` : 'the project is taken from the team',
    act: {
      by: FOUNDER,
      call: (ids) => ({
        operation: 'updateProject',
        params: { id: ids.idOf('project') },
        body: isGiven
          ? { team_id: ids.idOf('team'), team_role_id: ids.idOf(role) }
          : { team_id: null, team_role_id: null },
      }),
    },
    expected: 'done',
    after: {
      ...facts,
      projects: with_(facts.projects, 'project', {
        ...project,
        team: isGiven ? 'team' : undefined,
        teamRole: isGiven ? role : undefined,
      }),
    },
  };
};

const PERMISSIONS = [
  ['datasets:read'],
  ['datasets:read', 'datasets:write'],
  [],
  ['datasets:write'],
  ['datasets:read', 'datasets:share', 'datasets:delete'],
  ['datasets:read', 'datasets:create'],
] as const;
export const redefines: Plan = (facts, deed) => {
  if (!isOpen(facts)) return undefined;
  const role = pick(['annotator', 'clerk'], deed.who)!;
  const permissions = pick(PERMISSIONS, deed.how)!;
  return {
    says: `the role ${role} permits ${permissions.join(', ') || 'nothing'}`,
    act: {
      by: FOUNDER,
      call: (ids) => ({ operation: 'updateRole', params: { id: ids.idOf(role) }, body: { permissions } }),
    },
    expected: 'done',
    after: { ...facts, ownRoles: with_(facts.ownRoles, role, permissions) },
  };
};

export const shuts: Plan = (facts, deed) => {
  const person = someoneElse(deed);
  const isClosed = !facts.closed.has(person);
  const others = [...facts.closed].filter((one) => one !== person);
  return {
    says: `the account of ${person} is ${isClosed ? 'disabled' : 'enabled again'}`,
    act: { closes: person, isClosed },
    expected: 'done',
    after: { ...facts, closed: new Set(isClosed ? [...others, person] : others) },
  };
};

export const waits: Plan = (facts) => ({
  says: 'two hours pass',
  act: { passes: 2 * HOUR },
  expected: 'done',
  after: { ...facts, now: facts.now + 2 * HOUR },
});

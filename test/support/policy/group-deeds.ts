/** Deeds about groups, roles and accounts: what is closed and opened again, what a role permits; and time. */
import { type Deed, HOUR, type Ids, PEOPLE, pick, type Plan, SYSTEM, with_ } from './deed.js';
import type { Facts, GroupState, Name } from './facts.js';
import { actorOf, GROUPS, type GroupNames, stateOf } from './groups.js';
import { refusalIn } from './policy.js';
import type { Call } from './system.js';

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
const nextState = ({ ends }: Deed, { kind }: GroupNames, state: GroupState | undefined): GroupState => {
  if (state !== 'open') return 'open';
  return kind !== 'team' && ends ? 'disabled' : 'deleted';
};

const stateCall = (its: GroupNames, next: GroupState, isDisabling: boolean, ids: Ids): Call => {
  const params = { id: ids.idOf(its.group) };
  return isDisabling
    ? { operation: `update${its.called}`, params, body: { disabled: next === 'disabled' } }
    : { operation: `${next === 'deleted' ? 'delete' : 'restore'}${its.called}`, params };
};

/**
 * Disabled, deleted, or as it was again, which is for who could close it if it were open. An organization is disabled by an
 * administrator of the installation.
 */
export const opensOrCloses: Plan = (facts, deed) => {
  const its = pick(GROUPS, deed.what)!;
  const state = stateOf(facts, its.group);
  const next = nextState(deed, its, state);
  const isDisabling = [next, state].includes('disabled');
  const by = isDisabling && its.kind === 'organization' ? SYSTEM : actorOf(deed.who);
  if (facts.closed.has(by)) return undefined;
  const open = withState(facts, its.group, 'open');
  const refusal = by === SYSTEM ? undefined : refusalIn(open, by, its, `${its.kind}s:delete`);
  return {
    says: `the ${its.group} is ${next === 'open' ? `no longer ${state ?? ''}` : next}, by ${by}`,
    act: { by, call: (ids) => stateCall(its, next, isDisabling, ids) },
    refusals: refusal === undefined ? [] : [refusal],
    after: withState(facts, its.group, next),
  };
};

const PERMISSIONS = [
  ['datasets:read'],
  ['datasets:read', 'datasets:write', 'models:read'],
  [],
  ['datasets:write', 'models:write'],
  ['datasets:read', 'datasets:share', 'datasets:delete'],
  ['datasets:read', 'datasets:create', 'datasets:transfer'],
  ['models:read', 'models:write', 'models:delete', 'models:share'],
] as const;
const FIRM = { kind: 'organization', group: 'firm' } as const;

export const redefines: Plan = (facts, deed) => {
  const by = actorOf(deed.what);
  if (facts.closed.has(by)) return undefined;
  const role = pick(['annotator', 'clerk'], deed.who)!;
  const permissions = pick(PERMISSIONS, deed.how)!;
  const refusal = refusalIn(facts, by, FIRM, 'roles:write');
  return {
    says: `${by} makes the role ${role} permit ${permissions.join(', ') || 'nothing'}`,
    act: {
      by,
      call: (ids) => ({ operation: 'updateRole', params: { id: ids.idOf(role) }, body: { permissions } }),
    },
    refusals: refusal === undefined ? [] : [refusal],
    after: { ...facts, ownRoles: with_(facts.ownRoles, role, permissions) },
  };
};

/** Of anybody but the founder, who stays the last administrator. */
export const shuts: Plan = (facts, deed) => {
  const person = pick(PEOPLE.slice(1), deed.what)!;
  const isClosed = !facts.closed.has(person);
  const others = [...facts.closed].filter((one) => one !== person);
  return {
    says: `the account of ${person} is ${isClosed ? 'disabled' : 'enabled again'}`,
    act: { closes: person, isClosed },
    refusals: [],
    after: { ...facts, closed: new Set(isClosed ? [...others, person] : others) },
  };
};

export const waits: Plan = (facts) => ({
  says: 'two hours pass',
  act: { passes: 2 * HOUR },
  refusals: [],
  after: { ...facts, now: facts.now + 2 * HOUR },
});

/** Deeds about who is in what. */
import {
  type Deed,
  ending,
  expiry,
  GUEST,
  heldIn,
  type Ids,
  PEOPLE,
  pick,
  type Plan,
  until,
} from './deed.js';
import type { Facts, MembershipFacts, Name } from './facts.js';
import { actorOf, GROUPS, type GroupNames, isMember, isThere, refusalToManage } from './groups.js';

const withMembership = (facts: Facts, held: MembershipFacts): Facts => ({
  ...facts,
  memberships: [
    ...facts.memberships.filter(({ person, group }) => person !== held.person || group !== held.group),
    held,
  ],
});
/** Who leaves an organization leaves what is in it. */
const withoutMembership = (facts: Facts, who: Name, { group: from }: GroupNames): Facts => {
  const over = new Set(
    GROUPS.filter(({ group, organization }) => group === from || organization === from).map(
      ({ group }) => group,
    ),
  );
  const memberships = facts.memberships.filter(({ person, group }) => person !== who || !over.has(group));
  return { ...facts, memberships };
};

const roleIn = (facts: Facts, role: Name, ids: Ids) =>
  facts.ownRoles.has(role) ? { role_id: ids.idOf(role) } : { role_slug: role };

/** Who is asked about is anybody but the founder, who stays the last administrator. */
const someoneElse = (deed: Deed): Name => pick(PEOPLE.slice(1), deed.what)!;

/** Into teams and projects come members of the organization alone, into organizations acquaintances. */
const mayJoin = (facts: Facts, person: Name, { group, organization }: GroupNames): boolean =>
  !facts.closed.has(person) &&
  person !== GUEST &&
  !isMember(facts, person, group) &&
  (group === organization || isMember(facts, person, organization));

/** Who does it, to whom, in which group; nothing when who does it is not let in. */
const aboutMember = (facts: Facts, deed: Deed) => {
  const [person, its] = [someoneElse(deed), pick(GROUPS, deed.who)!];
  const by = actorOf(Math.floor(deed.who / GROUPS.length));
  return facts.closed.has(by) || by === person
    ? undefined
    : { by, person, its, refusals: refusalToManage(facts, by, its) };
};
/** As what, and until when. */
const wished = (facts: Facts, deed: Deed, { roles }: GroupNames) => {
  const role = pick(roles, deed.how)!;
  return { role, end: role === 'org_admin' ? undefined : until(deed, facts) };
};

export const adds: Plan = (facts, deed) => {
  const about = aboutMember(facts, deed);
  if (about === undefined || !mayJoin(facts, about.person, about.its)) return undefined;
  const { by, person, its, refusals } = about;
  const { role, end } = wished(facts, deed, its);
  return {
    says: `${by} makes ${person} ${role} of the ${its.group}${ending(end)}`,
    act: {
      by,
      call: (ids) => ({
        operation: `add${its.called}Member`,
        params: { id: ids.idOf(its.group) },
        body: { user_id: ids.idOf(person), ...roleIn(facts, role, ids), ...expiry(end, ids) },
      }),
    },
    refusals,
    after: withMembership(facts, { person, group: its.group, role, until: end }),
  };
};

export const changes: Plan = (facts, deed) => {
  const about = aboutMember(facts, deed);
  if (about === undefined || !isMember(facts, about.person, about.its.group)) return undefined;
  const { by, person, its, refusals } = about;
  const { role, end } = wished(facts, deed, its);
  return {
    says: `${by} makes ${person}, who was ${heldIn(facts, person, its.group)?.role}, ${role} of the ${its.group}${ending(end)}`,
    act: {
      by,
      call: (ids) => ({
        operation: `update${its.called}Member`,
        params: { id: ids.idOf(its.group), user_id: ids.idOf(person) },
        body: { ...roleIn(facts, role, ids), expires_at: end === undefined ? null : ids.timeOf(end) },
      }),
    },
    refusals,
    after: withMembership(facts, { person, group: its.group, role, until: end }),
  };
};

/** What ends a membership that is in force. */
const ends = (facts: Facts, by: Name, person: Name, its: GroupNames) => ({
  act: {
    by,
    call: (ids: Ids) => ({
      operation: `remove${its.called}Member`,
      params: { id: ids.idOf(its.group), user_id: ids.idOf(person) },
    }),
  },
  after: withoutMembership(facts, person, its),
});

export const removes: Plan = (facts, deed) => {
  const about = aboutMember(facts, deed);
  if (about === undefined || !isMember(facts, about.person, about.its.group)) return undefined;
  const { by, person, its, refusals } = about;
  return {
    says: `${by} removes ${person} from the ${its.group}`,
    ...ends(facts, by, person, its),
    refusals,
  };
};

/** Everybody may leave what they are in, be it open or not. */
export const leaves: Plan = (facts, deed) => {
  const [person, its] = [someoneElse(deed), pick(GROUPS, deed.who)!];
  if (facts.closed.has(person) || !isMember(facts, person, its.group)) return undefined;
  return { says: `${person} leaves the ${its.group}`, ...ends(facts, person, person, its), refusals: [] };
};

const [, TEAM, PROJECT, , CREW] = GROUPS as readonly [
  GroupNames,
  GroupNames,
  GroupNames,
  GroupNames,
  GroupNames,
];

/** Whom the project is given to, and as what its members; nobody when there is no team. */
const givenTo = (deed: Deed) => {
  const team = pick([TEAM, CREW, undefined], deed.what);
  return team === undefined
    ? { team, role: undefined }
    : { team, role: pick(['project_viewer', 'project_editor', 'annotator'], deed.how)! };
};
/** What is not there is given to nobody, and a team that is not there gets nothing. */
const canBeGiven = (facts: Facts, team: GroupNames | undefined): boolean =>
  isThere(facts, PROJECT) && (team === undefined || isThere(facts, team));

/** A project is given to one team, to another, to none. */
export const gives: Plan = (facts, deed) => {
  const project = facts.projects.get('project');
  const { team, role } = givenTo(deed);
  const by = actorOf(deed.who);
  if (project === undefined || facts.closed.has(by) || !canBeGiven(facts, team)) return undefined;
  const idOf = (ids: Ids, name: Name | undefined) => (name === undefined ? null : ids.idOf(name));
  return {
    says: `${by} gives the project to ${team?.group ?? 'no team'}${role === undefined ? '' : `, as ${role}`}`,
    act: {
      by,
      call: (ids) => ({
        operation: 'updateProject',
        params: { id: ids.idOf('project') },
        body: { team_id: idOf(ids, team?.group), team_role_id: idOf(ids, role) },
      }),
    },
    refusals: refusalToManage(facts, by, PROJECT),
    after: {
      ...facts,
      projects: new Map([...facts.projects, ['project', { ...project, team: team?.group, teamRole: role }]]),
    },
  };
};

/** The groups of a sequence, as deeds are about them: two organizations, in the first two teams and a project. */
import { FOUNDER, heldIn, pick } from './deed.js';
import type { Facts, GroupKind, GroupState, Name } from './facts.js';
import { isInForce, refusalIn } from './policy.js';

export interface GroupNames {
  readonly group: Name;
  readonly kind: GroupKind;
  /** As its operations are named. */
  readonly called: 'Organization' | 'Team' | 'Project';
  /** That it is in; of an organization itself. */
  readonly organization: Name;
  /** What people can be in it. */
  readonly roles: readonly Name[];
}

const ofTeam = {
  kind: 'team',
  called: 'Team',
  organization: 'firm',
  roles: ['team_member', 'team_admin'],
} as const;
const ofOrganization = { kind: 'organization', called: 'Organization' } as const;
export const GROUPS: readonly GroupNames[] = [
  { ...ofOrganization, group: 'firm', organization: 'firm', roles: ['org_member', 'org_admin', 'clerk'] },
  { ...ofTeam, group: 'team' },
  {
    group: 'project',
    kind: 'project',
    called: 'Project',
    organization: 'firm',
    roles: ['project_viewer', 'project_editor', 'project_admin', 'annotator'],
  },
  { ...ofOrganization, group: 'branch', organization: 'branch', roles: ['org_member', 'org_admin'] },
  { ...ofTeam, group: 'crew' },
];

export const stateOf = ({ organizations, teams, projects }: Facts, group: Name): GroupState | undefined =>
  (organizations.get(group) ?? teams.get(group) ?? projects.get(group))?.state;

/** Whether a group and the organization that it is in are open. */
export const isThere = (facts: Facts, { group, organization }: GroupNames): boolean =>
  stateOf(facts, organization) === 'open' && stateOf(facts, group) === 'open';

export const isMember = (facts: Facts, person: Name, group: Name): boolean => {
  const held = heldIn(facts, person, group);
  return held !== undefined && isInForce(facts, held);
};

/** Who does something about groups: the founder, more often than not. */
export const actorOf = (index: number): Name => pick([FOUNDER, FOUNDER, 'Ben', 'Cleo'], index)!;

/** How somebody is refused who manages a group: all who may do that may give every role in it. */
export const refusalToManage = (facts: Facts, who: Name, its: GroupNames): readonly string[] => {
  const refusal = refusalIn(facts, who, its, 'members:write');
  return refusal === undefined ? [] : [refusal];
};

import { newEnforcer, newModelFromString } from 'casbin';
import type { AccessWorld } from './access-world.js';

/**
 * The rules of SPEC-20 as casbin takes them best: roles within a domain (an organization, a project, one asset), few
 * policies, and what the asset says of itself in the request.
 */
const MODEL = `
[request_definition]
r = sub, owner, asset, project, org, shown, inOrg, isPublic, act

[policy_definition]
p = role, act

[role_definition]
g = _, _, _

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = r.act == p.act && (r.sub == r.owner || (r.isPublic && p.role == 'anybody') || g(r.sub, p.role, r.asset) || (r.shown && g(r.sub, p.role, r.project)) || (r.inOrg && g(r.sub, p.role, r.org)))
`;

const POLICIES = [
  ['anybody', 'read'],
  ['org_member', 'read'],
  ['project_viewer', 'read'],
  ['project_editor', 'read'],
  ['project_editor', 'write'],
  ['share_viewer', 'read'],
  ['share_editor', 'read'],
  ['share_editor', 'write'],
];

/** Who is what: `[person or team, role or team, domain]`. */
const groupings = ({ people, teams, projects, assets }: AccessWorld): readonly string[][] => {
  const members = new Map(teams.map(({ id, members: of }) => [id, of]));
  return [
    ...people.map(({ id, organization }) => [id, 'org_member', organization]),
    ...projects.flatMap(({ id, team, viewers }) => [
      [team, 'project_editor', id],
      ...(members.get(team) ?? []).map((person) => [person, team, id]),
      ...viewers.map((person) => [person, 'project_viewer', id]),
    ]),
    ...assets.flatMap(({ id, shares }) => shares.map(({ person, role }) => [person, role, id])),
  ];
};

/** Decides by casbin on what is asked of the world. */
export const casbinDecider = async (world: AccessWorld): Promise<(at: number) => Promise<boolean>> => {
  const enforcer = await newEnforcer(newModelFromString(MODEL));
  await enforcer.addPolicies(POLICIES);
  await enforcer.addGroupingPolicies([...groupings(world)]);
  const asked = world.asked.map(({ person, asset, action }) => [
    person,
    asset.owner,
    asset.id,
    asset.project,
    asset.organization,
    asset.visibility !== 'private',
    asset.visibility === 'org' || asset.visibility === 'public',
    asset.visibility === 'public',
    action,
  ]);
  return (at) => enforcer.enforce(...asked[at]!);
};

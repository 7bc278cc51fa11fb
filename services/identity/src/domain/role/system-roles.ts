import { assetResources, type GroupKindName } from '@cairn/contracts';
import { systemRoleId } from '@cairn/kernel';

/** Where a role can be held: `system` roles are not given to members. */
type RoleScope = 'system' | GroupKindName;

/** What holding a role means. */
export interface RoleFacts {
  readonly id: string;
  readonly slug: string;
  readonly scope: RoleScope;
  readonly permissions: readonly string[];
}

/** A role that every organization has and nobody changes. */
export interface SystemRole extends RoleFacts {
  readonly name: string;
  readonly description: string;
}

const VIEWER = ['*:read', '*:execute'];
/** Of assets alone: what a group is, and who is in it, is its administrators' to say. */
const WRITER = [...VIEWER, ...[...assetResources, 'inferences'].map((resource) => `${resource}:write`)];
const EDITOR = [...WRITER, ...assetResources.map((resource) => `${resource}:create`)];

const role = (
  slug: string,
  scope: RoleScope,
  permissions: readonly string[],
  [name, description]: readonly [string, string],
): SystemRole => ({ id: systemRoleId(slug), slug, scope, permissions, name, description });

/** SPEC-20, as data. `<resource>:create` is the right to put new assets into the group. */
export const systemRoles: readonly SystemRole[] = [
  role('system_admin', 'system', ['*:*'], ['System administrator', 'Administers this installation.']),
  role('org_admin', 'organization', ['*:*'], ['Administrator', 'May everything in the organization.']),
  role(
    'org_member',
    'organization',
    ['*:read', '*:execute', '*:create'],
    ['Member', 'Uses what the organization shows its members, and makes assets in it.'],
  ),
  role('team_admin', 'team', ['*:*'], ['Team administrator', 'Manages the team and its projects.']),
  role('team_member', 'team', VIEWER, ['Team member', 'Works in the projects of the team.']),
  role('project_admin', 'project', ['*:*'], ['Project administrator', 'May everything in the project.']),
  role('project_editor', 'project', EDITOR, ['Editor', 'Makes and changes assets in the project.']),
  role('project_viewer', 'project', VIEWER, ['Viewer', 'Sees and executes the assets of the project.']),
  role('share_viewer', 'system', VIEWER, ['Viewer of a share', 'Sees and executes what was shared.']),
  role('share_editor', 'system', WRITER, [
    'Editor of a share',
    'Changes what was shared, and neither deletes nor shares it.',
  ]),
];

const bySlug = new Map(systemRoles.map((each) => [each.slug, each]));
const byId = new Map(systemRoles.map((each) => [each.id, each]));

/** A system role by its slug; throws for none. */
export const systemRole = (slug: string): SystemRole => {
  const found = bySlug.get(slug);
  if (found === undefined) throw new Error(`there is no system role ${slug}`);
  return found;
};
export const systemRoleBySlug = (slug: string): SystemRole | undefined => bySlug.get(slug);
export const systemRoleById = (id: string): SystemRole | undefined => byId.get(id);

export const ORG_ADMIN = systemRole('org_admin');
export const ORG_MEMBER = systemRole('org_member');
export const TEAM_ADMIN = systemRole('team_admin');
export const PROJECT_ADMIN = systemRole('project_admin');
export const PROJECT_EDITOR = systemRole('project_editor');

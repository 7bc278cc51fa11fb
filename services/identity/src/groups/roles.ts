import type { GroupKindName } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal, refuse, type Step, step } from '@cairn/kernel';
import { role } from '../domain/role/state.js';
import { type RoleFacts, systemRoleById, systemRoleBySlug } from '../domain/role/system-roles.js';
import { ROLES } from '../read-models/roles/project.js';

/** A role as a caller names it. */
export interface RoleChoice {
  readonly role_id?: string;
  readonly role_slug?: string;
}

/** What members are when nobody says what. */
const DEFAULTS: Readonly<Record<GroupKindName, string>> = {
  organization: 'org_member',
  team: 'team_member',
  project: 'project_viewer',
};

const unknownRole = (field: 'role_id' | 'role_slug' | 'team_role_id'): Refusal =>
  refuse('invalid_body', 'There is no such role here.', [
    { pointer: `/${field}`, code: 'unknown', message: 'names no role that can be held there' },
  ]);

/** A role of the organization as it is now; `undefined` when it is deleted, another's or none. */
const ownRole = async (
  { load }: CommandContext,
  id: string,
  organizationId: string,
): Promise<RoleFacts | undefined> => {
  const state = await load(role, id);
  return state.status === 'live' && state.organizationId === organizationId
    ? { id, slug: state.slug, scope: state.scope, permissions: state.content.permissions }
    : undefined;
};

const byId = async (
  context: CommandContext,
  id: string,
  organizationId: string,
): Promise<RoleFacts | undefined> => systemRoleById(id) ?? ownRole(context, id, organizationId);

const bySlug = async (
  context: CommandContext,
  slug: string,
  organizationId: string,
): Promise<RoleFacts | undefined> => {
  const known = systemRoleBySlug(slug);
  if (known !== undefined) return known;
  const [found] = await context.tools.documents.find(ROLES, {
    filter: { fields: { organization_id: organizationId, deleted: false, slug } },
    sort: 'created_at',
    limit: 1,
  });
  return found && ownRole(context, found.id, organizationId);
};

/** The role that members of a group are to have. An id and a slug that name two roles name none. */
export const chosenRole = async (
  context: CommandContext,
  { kind, organizationId }: { readonly kind: GroupKindName; readonly organizationId: string },
  { role_id: id, role_slug: slug }: RoleChoice,
): Promise<RoleFacts | Refusal> => {
  const found =
    id === undefined
      ? await bySlug(context, slug ?? DEFAULTS[kind], organizationId)
      : await byId(context, id, organizationId);
  if (found?.scope !== kind) return unknownRole(id === undefined ? 'role_slug' : 'role_id');
  return isNamed(found, slug) ? found : unknownRole('role_slug');
};

const isNamed = ({ slug }: RoleFacts, said: string | undefined): boolean =>
  said === undefined || said === slug;

/** What the members of a team are to be in a project. */
export const teamRole = async (
  context: CommandContext,
  id: string,
  organizationId: string,
): Promise<RoleFacts | Refusal> => {
  const found = await byId(context, id, organizationId);
  return found?.scope === 'project' ? found : unknownRole('team_role_id');
};

/**
 * Looks at the role that somebody is given, when an organization made it, once more where they get it: nobody deletes it in
 * between.
 */
export const givingRole = (given: { readonly id: string } | Refusal): readonly Step[] =>
  isRefusal(given) || systemRoleById(given.id) !== undefined
    ? []
    : [step(role, given.id, { decide: ({ status }) => (status === 'live' ? [] : unknownRole('role_id')) })];

/** What holding a role permits, of a deleted one nothing. */
export const permissionsOf = async (
  context: CommandContext,
  id: string,
  organizationId: string,
): Promise<readonly string[]> => (await byId(context, id, organizationId))?.permissions ?? [];

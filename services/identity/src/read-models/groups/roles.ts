import type { HistoryEntry, Permission, Role } from '@cairn/contracts';
import {
  derivedId,
  type Document,
  historyPage,
  type HistorySource,
  isRefusal,
  NOTHING,
  type Page,
  pageAmong,
  type PageRequest,
  type QueryContext,
  type Refusal,
  type Versioned,
} from '@cairn/kernel';
import { catalogue, writtenOut } from '../../domain/role/catalogue.js';
import { isInForce } from '../../domain/membership/state.js';
import { type SystemRole, systemRoleById, systemRoles } from '../../domain/role/system-roles.js';
import { everyOf } from '../every-of.js';
import { textOf } from '../text-of.js';
import { described } from './described.js';
import { ROLES, roles } from '../roles/project.js';
import { type Gone, heldIn, isShown, pastRefusal } from './readable.js';
import { membershipsIn } from './tips.js';

/** What belongs to the system has been there from the beginning. */
const ALWAYS = '1970-01-01T00:00:00.000Z';

const permissions: readonly Permission[] = catalogue.map((each) => ({
  id: derivedId('permission', each.name),
  created_at: ALWAYS,
  updated_at: ALWAYS,
  ...each,
}));

export const allPermissions = (page: PageRequest): Page<Permission> => pageAmong(permissions, page);

const systemRoleOf = ({ permissions: patterns, ...role }: SystemRole): Role => ({
  ...role,
  created_at: ALWAYS,
  updated_at: ALWAYS,
  organization_id: null,
  is_system: true,
  permissions: [...patterns],
  permission_list: [...writtenOut(patterns)],
});

const ownRoleOf = (document: Document): Role => {
  const names = Array.isArray(document['permissions']) ? document['permissions'].map(String) : [];
  return {
    ...described(document),
    scope: textOf(document, 'scope') as Role['scope'],
    organization_id: textOf(document, 'organization_id'),
    is_system: false,
    permissions: names,
    permission_list: names,
  };
};

/** A role as it stands beside a member, deleted or not; `undefined` when there never was one. */
export const roleShown = async (
  { today }: Pick<QueryContext, 'today'>,
  id: string,
): Promise<Role | undefined> => {
  const known = systemRoleById(id);
  if (known !== undefined) return systemRoleOf(known);
  const document = await today.get(ROLES, id);
  return document && ownRoleOf(document);
};

/** Roles that stand beside many, each read once. */
export const rolesOf = async (
  context: Pick<QueryContext, 'today'>,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, Role | undefined>> => {
  const ids = [...new Set(documents.map((document) => textOf(document, 'role_id')))];
  const roles = await Promise.all(ids.map((id) => roleShown(context, id)));
  return new Map(ids.map((id, index) => [id, roles[index]]));
};

/** What the caller may in the organization of a role, when that is to read roles. */
const heldOf = async (
  context: QueryContext,
  organizationId: string,
  { afterwards = false }: Gone = {},
): Promise<readonly string[] | undefined> => {
  const place = { kind: 'organization', id: organizationId, organizationId } as const;
  const held = await heldIn(context, place, 'roles:read', { afterwards });
  return isRefusal(held) ? undefined : held;
};

/** A role of an organization at the moment that is read, for who may read it; what was, for who may change it. */
const ownRoleThen = async (
  context: QueryContext,
  id: string,
  gone: Gone,
): Promise<Document | Refusal | undefined> => {
  const { today, documents, pointInTime } = context;
  const now = await today.get(ROLES, id);
  const held = now && (await heldOf(context, textOf(now, 'organization_id'), gone));
  if (held === undefined) return undefined;
  const refusal = pointInTime && pastRefusal(held, 'roles');
  if (refusal !== undefined) return refusal;
  const then = pointInTime === undefined ? now : await documents.get(ROLES, id);
  return isShown(then, gone.deletedToo === true) ? then : undefined;
};

/** A role of the system, or of an organization that the caller is in. */
export const roleById = async (
  context: QueryContext,
  id: string,
  gone: Gone = {},
): Promise<Versioned<Role> | Refusal | undefined> => {
  const known = systemRoleById(id);
  if (known !== undefined) return { resource: systemRoleOf(known), revision: '0', streams: [] };
  const document = await ownRoleThen(context, id, gone);
  if (document === undefined || isRefusal(document)) return document;
  return {
    resource: ownRoleOf(document),
    revision: textOf(document, 'revision'),
    streams: [`role-${id}`],
  };
};

/** A page of the events of a role, a deleted one too, for who may change it; nothing ever happened to those of the system. */
export const roleHistory = async (
  source: HistorySource,
  context: QueryContext,
  id: string,
  page: PageRequest,
): Promise<Page<HistoryEntry> | Refusal | undefined> => {
  if (systemRoleById(id) !== undefined) return NOTHING;
  const document = await ownRoleThen(context, id, { deletedToo: true });
  if (document === undefined || isRefusal(document)) return document;
  const refusal = pastRefusal((await heldOf(context, textOf(document, 'organization_id'))) ?? [], 'roles');
  if (refusal !== undefined) return refusal;
  const { pointInTime, past } = context;
  const told = { stream: `role-${id}` as const, id, collection: ROLES, projection: roles };
  return historyPage({ ...source, pointInTime, past, ...told }, page);
};

interface RoleFilters {
  readonly organization_id?: string | undefined;
  readonly scope?: Role['scope'] | undefined;
}

/** Those of the system, and those of the organizations that the caller is in. */
export const rolesFor = async (
  context: QueryContext,
  page: PageRequest,
  { organization_id: organizationId, scope }: RoleFilters = {},
): Promise<Page<Role>> => {
  const { today, principal, at } = context;
  const ids = (await membershipsIn(today, principal.userId))
    .filter((one) => one.kind === 'organization' && isInForce(one, at))
    .map(({ groupId }) => groupId)
    .filter((id) => organizationId === undefined || id === organizationId);
  const readable = await Promise.all(ids.map((id) => heldOf(context, id)));
  const own = await Promise.all(
    ids
      .filter((_, index) => readable[index] !== undefined)
      .map((id) => everyOf(today, ROLES, { organization_id: id, deleted: false })),
  );
  const system = organizationId === undefined ? systemRoles.map(systemRoleOf) : [];
  const all = [...system, ...own.flat().map(ownRoleOf)];
  return pageAmong(
    all.filter((role) => scope === undefined || role.scope === scope),
    page,
  );
};

import type { PermissionName } from '@cairn/contracts';
import {
  type CommandContext,
  type Grant,
  type Group,
  isRefusal,
  type Principal,
  type Refusal,
  refuse,
  type Rights,
  scopesCover,
} from '@cairn/kernel';
import { notFound } from '../domain/group/decisions.js';
import { organization } from '../domain/organization/state.js';
import { project } from '../domain/project/state.js';
import { team } from '../domain/team/state.js';
import { reviving, rightsFrom } from './rights.js';

/** A group with the organization that it is in; its own id for an organization. */
export interface PlacedGroup extends Group {
  readonly organizationId: string;
}

/** An organization as the place of what it has itself. */
export const organizationPlace = (id: string): PlacedGroup => ({
  kind: 'organization',
  id,
  organizationId: id,
});

const EVERYTHING: readonly string[] = ['*:*'];

/** What the caller holds that permits something, as the names of permissions. */
const permitted = (grants: readonly Grant[]): readonly string[] =>
  grants.flatMap(({ permissions }) => permissions);

/** Why the caller may not do it in a group; what it may there when it may. Who holds nothing in it is told nothing. */
export const decideIn = (
  principal: Principal,
  group: PlacedGroup,
  grants: readonly Grant[],
  permission: PermissionName,
): readonly string[] | Refusal => {
  if (principal.kind === 'system') return EVERYTHING;
  if (principal.organizationId !== undefined && principal.organizationId !== group.organizationId)
    return notFound();
  if (grants.length === 0) return notFound();
  if (!scopesCover(principal.scopes, permission))
    return refuse('scope_missing', 'The API key lacks the scope for this.');
  const held = permitted(grants);
  return scopesCover(held, permission)
    ? held
    : refuse('forbidden', 'You may see this, but you may not do that.');
};

/** As `decideIn`, from the streams as they are now. */
export const mayIn = async (
  { principal, tools }: CommandContext,
  group: PlacedGroup,
  permission: PermissionName,
  rights: Rights = tools.rights,
): Promise<readonly string[] | Refusal> =>
  decideIn(
    principal,
    group,
    principal.kind === 'system' ? [] : await rights.inGroup(principal.userId, group),
    permission,
  );

/** The same for a deleted or disabled group, as if it were open: who may bring it back. */
export const mayRestore = (
  context: CommandContext,
  group: PlacedGroup,
  permission: PermissionName,
): Promise<readonly string[] | Refusal> =>
  mayIn(context, group, permission, rightsFrom(reviving(context.tools.streams, group), context.tools.clock));

/** Only whether it may. */
export const refusalIn = async (
  context: CommandContext,
  group: PlacedGroup,
  permission: PermissionName,
): Promise<Refusal | undefined> => {
  const held = await mayIn(context, group, permission);
  return isRefusal(held) ? held : undefined;
};

/** Where a group is; `undefined` when there never was one. */
export const placeOf = async (
  { load }: CommandContext,
  { kind, id }: Group,
): Promise<PlacedGroup | undefined> => {
  if (kind === 'organization') {
    const state = await load(organization, id);
    return 'id' in state ? { kind, id, organizationId: id } : undefined;
  }
  const state = kind === 'team' ? await load(team, id) : await load(project, id);
  return 'organizationId' in state ? { kind, id, organizationId: state.organizationId } : undefined;
};

/** Nobody grants what it lacks, by its roles or by the scopes of its key. */
export const exceeding = (
  { scopes }: Principal,
  held: readonly string[],
  permissions: readonly string[],
): Refusal | undefined =>
  permissions.every((each) => scopesCover(held, each) && scopesCover(scopes, each))
    ? undefined
    : refuse('role_exceeds_yours', 'Nobody grants, changes or takes away more than they may do themselves.');

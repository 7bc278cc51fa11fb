import type { AssetResource } from '@cairn/contracts';
import {
  ALONE,
  andThen,
  type AssetCaller,
  type CommandContext,
  type Grant,
  type Group,
  permit,
  type PlacedAsset,
  type Principal,
  type Refusal,
  refuse,
  type Rights,
  type Soon,
} from '@cairn/kernel';
import { type AssetName, placeOf } from '../domain/access.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import type { Groups } from '../domain/visibility.js';

/** Who asks, as what they are to the groups of an asset now. */
export const standingCaller = (
  rights: Rights,
  { principal, at }: Pick<AssetCaller, 'principal' | 'at'>,
  asset: PlacedAsset | undefined,
): Soon<AssetCaller> =>
  asset === undefined || principal.kind === 'system'
    ? { principal, at, standing: ALONE }
    : andThen(rights.standing(principal.userId, asset), (standing) => ({ principal, at, standing }));

/** Who asks, and what they hold. */
export type Asking = Pick<CommandContext, 'principal' | 'at'> & {
  readonly tools: Pick<CommandContext['tools'], 'rights'>;
};

/** The caller of a command on an asset: ask it in `given`, so that it is of the asset that is decided on. */
export const callerFor = async (
  { principal, at, tools }: Asking,
  state: AssetState<KnownAsset>,
): Promise<AssetCaller> =>
  standingCaller(tools.rights, { principal, at }, state.status === 'none' ? undefined : placeOf(state));

/** The groups that a body names; absent: as they are. */
interface GroupsInput {
  readonly organization_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

const NO_GROUPS: Groups = { organization_id: null, project_id: null };

/**
 * The groups that an asset is in after a body, when the caller may put it there: into a project with its organization,
 * where they may create; else why not. What a key of an organization makes belongs to that organization. A group that
 * the caller does not know of is refused like one that is not there. `current` is absent of what is made.
 */
export const groupsAfter = (
  asking: Asking,
  name: Pick<AssetName, 'resource'>,
  input: GroupsInput,
  current?: Groups,
): Promise<Groups | Refusal> =>
  current === undefined
    ? placedAfter(asking, name, said(input), NO_GROUPS)
    : placedAfter(asking, name, input, current);

const placedAfter = async (
  { principal, tools: { rights } }: Asking,
  { resource }: Pick<AssetName, 'resource'>,
  input: GroupsInput,
  current: Groups,
): Promise<Groups | Refusal> => {
  const bound = { ...boundTo(principal, current), ...given(input) };
  const organization = bound.project_id === null ? undefined : await rights.organizationOf(bound.project_id);
  if (organization === undefined && isMovedIntoProject(bound, current)) return unavailable('project_id');
  const wanted = besideProject(bound, input, organization);
  if (areSame(wanted, current)) return outsideOfKey(principal, wanted) ?? current;
  return (
    whyNotTogether(principal, wanted, organization) ??
    (await placing(rights, principal, resource, wanted)) ??
    wanted
  );
};

const isMovedIntoProject = ({ project_id }: Groups, current: Groups): boolean =>
  project_id !== null && project_id !== current.project_id;

/** A project brings its organization, unless the body says one. */
const besideProject = (
  { organization_id, project_id }: Groups,
  input: GroupsInput,
  organization: string | undefined,
): Groups => ({
  organization_id:
    input.organization_id === undefined && organization !== undefined ? organization : organization_id,
  project_id,
});

const areSame = (one: Groups, other: Groups): boolean =>
  one.organization_id === other.organization_id && one.project_id === other.project_id;

/** Why the groups do not go with each other, or not with the caller's key. */
const whyNotTogether = (
  principal: Principal,
  wanted: Groups,
  organization: string | undefined,
): Refusal | undefined => {
  const { organization_id, project_id } = wanted;
  return project_id !== null && organization !== organization_id
    ? elsewhere()
    : outsideOfKey(principal, wanted);
};

/** What a key of an organization has to do with is in it. */
const outsideOfKey = ({ organizationId }: Principal, { organization_id }: Groups): Refusal | undefined =>
  organizationId !== undefined && organizationId !== organization_id
    ? unavailable('organization_id')
    : undefined;

const boundTo = ({ organizationId }: Principal, current: Groups): Groups =>
  organizationId === undefined ? current : { ...current, organization_id: organizationId };

/** Of what is made, a group that is none is as if nothing were said (SPEC-19). */
const said = ({ organization_id, project_id }: GroupsInput): GroupsInput => ({
  organization_id: organization_id || undefined,
  project_id: project_id || undefined,
});

const given = ({ organization_id, project_id }: GroupsInput): Partial<Groups> => ({
  ...(organization_id === undefined ? {} : { organization_id: organization_id || null }),
  ...(project_id === undefined ? {} : { project_id: project_id || null }),
});

/** Why the caller may not create in the groups. */
const placing = async (
  rights: Rights,
  principal: Principal,
  resource: AssetResource,
  { organization_id, project_id }: Groups,
): Promise<Refusal | undefined> => {
  if (organization_id === null) return undefined;
  const group: Group =
    project_id === null ? { kind: 'organization', id: organization_id } : { kind: 'project', id: project_id };
  const grants: readonly Grant[] = await rights.inGroup(principal.userId, group);
  if (grants.length === 0) return unavailable(`${group.kind}_id`);
  return permit(grants, `${resource}:create`)
    ? undefined
    : refuse('forbidden', `Your role in this ${group.kind} does not let you create ${resource}.`);
};

const unavailable = (field: string): Refusal =>
  refuse('group_unavailable', `${field} names no group that you may use.`, [
    { pointer: `/${field}`, code: 'group_unavailable', message: 'names no group that you may use' },
  ]);

const elsewhere = (): Refusal =>
  refuse('project_elsewhere', 'The project is not one of the organization.', [
    { pointer: '/project_id', code: 'project_elsewhere', message: 'is not in the organization' },
  ]);

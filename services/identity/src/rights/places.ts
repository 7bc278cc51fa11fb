import type { Group, PlacedAsset, Surroundings } from '@cairn/kernel';
import { NO_GROUP } from '../domain/group/state.js';
import { organization, type OrganizationState } from '../domain/organization/state.js';
import { project, type ProjectState } from '../domain/project/state.js';
import { team, type TeamState } from '../domain/team/state.js';
import { isOpenOrganization, isOpenProject, isOpenTeam } from './grants.js';
import type { Tips } from './tips.js';

export const organizationOf = async (streams: Tips, id: string | undefined): Promise<OrganizationState> =>
  id === undefined ? NO_GROUP : (await streams.current(organization, id)).state;
export const projectOf = async (streams: Tips, id: string | undefined): Promise<ProjectState> =>
  id === undefined ? NO_GROUP : (await streams.current(project, id)).state;
export const teamOf = async (streams: Tips, id: string | null | undefined): Promise<TeamState> =>
  id === undefined || id === null ? NO_GROUP : (await streams.current(team, id)).state;

/** An organization with one of its projects, and the team that has that. */
export interface Place {
  readonly organization: OrganizationState;
  readonly project: ProjectState;
  readonly team: TeamState;
}

/** The organization that an asset is in, if only by its project; a project of another does not count. */
export const placeOf = async (
  streams: Tips,
  { organizationId }: PlacedAsset,
  { organization, project }: Pick<Place, 'organization' | 'project'>,
): Promise<Place> => {
  const within = organizationId ?? organizationIdOf(project);
  const its = organizationIdOf(project) === within ? project : NO_GROUP;
  return {
    organization: organizationId === undefined ? await organizationOf(streams, within) : organization,
    project: its,
    team: await teamOf(streams, teamIdOf(its)),
  };
};

const organizationIdOf = (state: ProjectState | TeamState): string | undefined =>
  'organizationId' in state ? state.organizationId : undefined;
const teamIdOf = (state: ProjectState): string | null =>
  state.status === 'live' ? state.content.team_id : null;

/** A group, the organization that it is in, and the team that it was given to. */
export const placeAround = async (streams: Tips, { kind, id }: Group): Promise<Place> => {
  if (kind === 'organization')
    return { organization: await organizationOf(streams, id), project: NO_GROUP, team: NO_GROUP };
  const project = kind === 'project' ? await projectOf(streams, id) : NO_GROUP;
  const team = await teamOf(streams, kind === 'team' ? id : teamIdOf(project));
  const within = organizationIdOf(kind === 'project' ? project : team);
  return { organization: await organizationOf(streams, within), project, team };
};

/** Where people may hold something in an asset, and which of its groups give nobody anything. */
export const surroundings = async (streams: Tips, asset: PlacedAsset): Promise<Surroundings> => {
  const [named, its] = await Promise.all([
    organizationOf(streams, asset.organizationId),
    projectOf(streams, asset.projectId),
  ]);
  const { organization, project, team } = await placeOf(streams, asset, {
    organization: named,
    project: its,
  });
  const closed = closedOf(asset, { organization: named, project: its });
  if (!isOpenOrganization(organization)) return { groups: [], administrators: [], closed };
  const groups: readonly Group[] = [
    ...(isOpenProject(project) ? [{ kind: 'project', id: project.id } as const] : []),
    ...(isOpenTeam(team) ? [{ kind: 'team', id: team.id } as const] : []),
  ];
  return { groups, administrators: organization.administrators, closed };
};

const closedOf = (
  { organizationId, projectId }: PlacedAsset,
  { organization, project }: Pick<Place, 'organization' | 'project'>,
): readonly Group[] => [
  ...(organizationId === undefined || isOpenOrganization(organization)
    ? []
    : [{ kind: 'organization', id: organizationId } as const]),
  ...(projectId === undefined || isOpenProject(project) ? [] : [{ kind: 'project', id: projectId } as const]),
];

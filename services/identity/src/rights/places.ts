import type { Group, PlacedAsset, Surroundings } from '@cairn/kernel';
import { NO_GROUP } from '../domain/group/state.js';
import { organization, type OrganizationState } from '../domain/organization/state.js';
import { project, type ProjectState } from '../domain/project/state.js';
import { team, type TeamState } from '../domain/team/state.js';
import type { States } from './deciding.js';
import { isOpenOrganization, isOpenProject, isOpenTeam } from './grants.js';

export const organizationOf = (states: States, id: string | undefined): OrganizationState =>
  id === undefined ? NO_GROUP : states.of(organization, id);
export const projectOf = (states: States, id: string | undefined): ProjectState =>
  id === undefined ? NO_GROUP : states.of(project, id);
export const teamOf = (states: States, id: string | null | undefined): TeamState =>
  id === undefined || id === null ? NO_GROUP : states.of(team, id);

/** An organization with one of its projects, and the team that has that. */
export interface Place {
  readonly organization: OrganizationState;
  readonly project: ProjectState;
  readonly team: TeamState;
}

/** The organization that an asset is in, if only by its project; a project of another does not count. */
export const placeOf = (states: States, { organizationId, projectId }: PlacedAsset): Place => {
  const project = projectOf(states, projectId);
  const within = organizationId ?? organizationIdOf(project);
  const its = organizationIdOf(project) === within ? project : NO_GROUP;
  return { organization: organizationOf(states, within), project: its, team: teamOf(states, teamIdOf(its)) };
};

const organizationIdOf = (state: ProjectState | TeamState): string | undefined =>
  'organizationId' in state ? state.organizationId : undefined;
const teamIdOf = (state: ProjectState): string | null =>
  state.status === 'live' ? state.content.team_id : null;

/** A group, the organization that it is in, and the team that it was given to. */
export const placeAround = (states: States, { kind, id }: Group): Place => {
  if (kind === 'organization')
    return { organization: organizationOf(states, id), project: NO_GROUP, team: NO_GROUP };
  const project = kind === 'project' ? projectOf(states, id) : NO_GROUP;
  const team = teamOf(states, kind === 'team' ? id : teamIdOf(project));
  const within = organizationIdOf(kind === 'project' ? project : team);
  return { organization: organizationOf(states, within), project, team };
};

/** Where people may hold something in an asset, and which of its groups give nobody anything. */
export const surroundings = (states: States, asset: PlacedAsset): Surroundings => {
  const { organization, project, team } = placeOf(states, asset);
  const closed = closedOf(states, asset);
  if (!isOpenOrganization(organization)) return { groups: [], administrators: [], closed };
  const groups: readonly Group[] = [
    ...(isOpenProject(project) ? [{ kind: 'project', id: project.id } as const] : []),
    ...(isOpenTeam(team) ? [{ kind: 'team', id: team.id } as const] : []),
  ];
  return { groups, administrators: organization.administrators, closed };
};

const closedOf = (states: States, { organizationId, projectId }: PlacedAsset): readonly Group[] => [
  ...(organizationId === undefined || isOpenOrganization(organizationOf(states, organizationId))
    ? []
    : [{ kind: 'organization', id: organizationId } as const]),
  ...(projectId === undefined || isOpenProject(projectOf(states, projectId))
    ? []
    : [{ kind: 'project', id: projectId } as const]),
];

import { type CreateTeamRequest, type HeldName, teamEvents } from '@cairn/contracts';
import { type Decision, isRefusal } from '@cairn/kernel';
import { liveGroup, newRefusal, updating } from '../group/decisions.js';
import type { TeamContent, TeamState } from './state.js';

const { TeamCreated, TeamUpdated, TeamProjectAdded, TeamProjectRemoved } = teamEvents;

export const decideCreateTeam = (
  state: TeamState,
  { id, userId, body }: { id: string; userId: string; body: CreateTeamRequest },
  held: HeldName,
): Decision =>
  newRefusal(state, held) ?? [
    TeamCreated.of({ id, user_id: userId, ...body, description: body.description ?? '', held_slug: held }),
  ];

export const decideUpdateTeam = updating<TeamContent>(TeamUpdated);

/** Before the project says that it is the team's. */
export const decideAddProject = (state: TeamState, projectId: string): Decision => {
  const current = liveGroup(state);
  if (isRefusal(current)) return current;
  return current.projects.includes(projectId) ? [] : [TeamProjectAdded.of({ project_id: projectId })];
};

/** After the project said that it is another's or nobody's. */
export const decideRemoveProject = (state: TeamState, projectId: string): Decision =>
  'projects' in state && state.projects.includes(projectId)
    ? [TeamProjectRemoved.of({ project_id: projectId })]
    : [];

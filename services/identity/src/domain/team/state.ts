import { type TeamEvent, teamEvents, teamGroupEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';
import {
  evolveGroup,
  type GroupContent,
  isGroup,
  type KnownGroup,
  newGroup,
  NO_GROUP,
  type NoGroup,
} from '../group/state.js';

export interface KnownTeam extends KnownGroup {
  readonly organizationId: string;
  /** Projects that may be its own: each is when the project says so. */
  readonly projects: readonly string[];
}

export type TeamState = NoGroup | KnownTeam;
export type TeamContent = GroupContent;

type Created = Extract<TeamEvent, { readonly type: 'TeamCreated' }>['data'];

const evolveOwn = evolveGroup<KnownTeam>(teamGroupEvents, (data) => {
  const { name, slug, description, organization_id: organizationId } = data as Created;
  return { ...newGroup(data, { name, slug, description }), organizationId, projects: [] };
});

const evolve = (state: TeamState, event: TeamEvent): TeamState => {
  const after = evolveOwn(state, event);
  if (!isGroup(after)) return after;
  switch (event.type) {
    case 'TeamProjectAdded':
      return { ...after, projects: [...new Set([...after.projects, event.data.project_id])] };
    case 'TeamProjectRemoved':
      return { ...after, projects: after.projects.filter((id) => id !== event.data.project_id) };
    default:
      return after;
  }
};

/** `team-<id>`: some people of an organization. */
export const team = aggregate<TeamState, TeamEvent>({
  category: 'team',
  events: Object.values(teamEvents),
  stateVersion: 1,
  initial: NO_GROUP,
  evolve,
});

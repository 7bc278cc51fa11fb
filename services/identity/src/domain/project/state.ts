import { type ProjectEvent, projectEvents, projectGroupEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';
import {
  evolveGroup,
  type GroupContent,
  type KnownGroup,
  newGroup,
  NO_GROUP,
  type NoGroup,
} from '../group/state.js';

export interface ProjectContent extends GroupContent {
  readonly disabled: boolean;
  /** The team that it was given to. */
  readonly team_id: string | null;
  /** What the members of that team are in it; null: `project_editor`. */
  readonly team_role_id: string | null;
}

export interface KnownProject extends KnownGroup<ProjectContent> {
  readonly organizationId: string;
}

export type ProjectState = NoGroup | KnownProject;

type Created = Extract<ProjectEvent, { readonly type: 'ProjectCreated' }>['data'];

/** `project-<id>`: what some people of an organization, or a team, work on together. */
export const project = aggregate<ProjectState, ProjectEvent>({
  category: 'project',
  events: Object.values(projectEvents),
  stateVersion: 1,
  initial: NO_GROUP,
  evolve: evolveGroup<KnownProject>(projectGroupEvents, (data) => {
    const { name, slug, description, disabled, team_id, team_role_id, ...own } = data as Created;
    const content = { name, slug, description, disabled, team_id, team_role_id };
    return { ...newGroup(data, content), organizationId: own.organization_id };
  }),
});

import { type CreateProjectRequest, type HeldName, projectEvents } from '@cairn/contracts';
import type { Decision } from '@cairn/kernel';
import { newRefusal, updating } from '../group/decisions.js';
import type { KnownProject, ProjectContent, ProjectState } from './state.js';

const { ProjectCreated, ProjectUpdated } = projectEvents;

export const decideCreateProject = (
  state: ProjectState,
  { id, userId, body }: { id: string; userId: string; body: CreateProjectRequest },
  held: HeldName,
): Decision =>
  newRefusal(state, held) ?? [
    ProjectCreated.of({
      id,
      user_id: userId,
      organization_id: body.organization_id,
      name: body.name,
      slug: body.slug,
      description: body.description ?? '',
      disabled: false,
      team_id: body.team_id ?? null,
      team_role_id: body.team_role_id ?? null,
      held_slug: held,
    }),
  ];

/** Who reviews what changed learns whose it was. */
export const decideUpdateProject = updating<ProjectContent, KnownProject>(
  ProjectUpdated,
  (changes, { organizationId, content: { team_id, team_role_id } }) => ({
    changes,
    organization_id: organizationId,
    ...('team_id' in changes || 'team_role_id' in changes ? { previous: { team_id, team_role_id } } : {}),
  }),
);

import { Type } from '@sinclair/typebox';
import type { EventOf } from '../../kit/event.js';
import { Nullable, Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION, PROJECT, RESERVATION, TEAM, USER } from '../../kit/example-ids.js';
import { groupEvents } from './group.js';

const own = {
  disabled: Type.Boolean(),
  team_id: Nullable(Uuid),
  team_role_id: Nullable(Uuid),
};

/** The events of a project by what they do, as every group has them. */
export const projectGroupEvents = groupEvents({
  noun: 'Project',
  own: { organization_id: Uuid, ...own },
  changed: own,
  beside: {
    organization_id: Type.Optional(Uuid),
    previous: Type.Optional(
      Type.Object(
        { team_id: own.team_id, team_role_id: own.team_role_id },
        { description: 'Whose it was, and as what, where that changes.' },
      ),
    ),
  },
  examples: {
    created: {
      id: PROJECT,
      user_id: USER,
      organization_id: ORGANIZATION,
      name: 'Spam filter',
      slug: 'spam-filter',
      description: '',
      disabled: false,
      team_id: TEAM,
      team_role_id: null,
      held_slug: { reservation_id: RESERVATION, claim_id: CLAIM },
    },
    updated: {
      changes: { team_id: null },
      organization_id: ORGANIZATION,
      previous: { team_id: TEAM, team_role_id: null },
    },
  },
});

/** The events of `project-<id>`. */
export const projectEvents = {
  ProjectCreated: projectGroupEvents.created,
  ProjectUpdated: projectGroupEvents.updated,
  ProjectLogoSet: projectGroupEvents.logoSet,
  ProjectLogoRemoved: projectGroupEvents.logoRemoved,
  ProjectDeleted: projectGroupEvents.deleted,
  ProjectRestored: projectGroupEvents.restored,
  ProjectSlugAbandoned: projectGroupEvents.slugAbandoned,
} as const;
export type ProjectEvent = EventOf<(typeof projectEvents)[keyof typeof projectEvents]>;

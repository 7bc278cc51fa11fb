import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { CLAIM, ORGANIZATION, PROJECT, RESERVATION, TEAM, USER } from '../../kit/example-ids.js';
import { groupEvents } from './group.js';

/** The events of a team by what they do, as every group has them. */
export const teamGroupEvents = groupEvents({
  noun: 'Team',
  own: { organization_id: Uuid },
  changed: {},
  beside: {},
  examples: {
    created: {
      id: TEAM,
      user_id: USER,
      organization_id: ORGANIZATION,
      name: 'Labelling',
      slug: 'labelling',
      description: '',
      held_slug: { reservation_id: RESERVATION, claim_id: CLAIM },
    },
    updated: { changes: { description: 'Labels the mails.' } },
  },
});

const TeamProjectAdded = event({
  name: 'TeamProjectAdded',
  storedType: 'identity.team.project_added.v1',
  description: 'A project is about to be given to a team; it is the team’s when the project says so.',
  schema: Type.Object({ project_id: Uuid }),
  example: { project_id: PROJECT },
});

const TeamProjectRemoved = event({
  name: 'TeamProjectRemoved',
  storedType: 'identity.team.project_removed.v1',
  description: 'A project is not the team’s any more; the project said so just before.',
  schema: Type.Object({ project_id: Uuid }),
  example: { project_id: PROJECT },
});

/** The events of `team-<id>`. */
export const teamEvents = {
  TeamCreated: teamGroupEvents.created,
  TeamUpdated: teamGroupEvents.updated,
  TeamLogoSet: teamGroupEvents.logoSet,
  TeamLogoRemoved: teamGroupEvents.logoRemoved,
  TeamDeleted: teamGroupEvents.deleted,
  TeamRestored: teamGroupEvents.restored,
  TeamSlugAbandoned: teamGroupEvents.slugAbandoned,
  TeamProjectAdded,
  TeamProjectRemoved,
} as const;
export type TeamEvent = EventOf<(typeof teamEvents)[keyof typeof teamEvents]>;

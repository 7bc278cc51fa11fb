import { area } from '../kit/area.js';
import type { EventDefinition } from '../kit/event.js';
import { identityEvents } from './events.js';
import { identityStates } from './states.js';

export const identityArea = area('identity', {
  streams: {
    user: { entities: ['user'], published: true },
    session: { entities: ['session'] },
    secondFactor: { entities: ['second_factor'] },
    apiKey: { entities: ['api_key'] },
    secret: { entities: ['secret', 'organization_secret'] },
    reservation: { entities: ['reservation'] },
    settings: { entities: ['settings'] },
    rateLimit: { entities: ['rate_limit'] },
    quota: { entities: ['quota'] },
    mail: { entities: ['mail'] },
    errorLog: { entities: ['error_log'] },
    // Groups are never purged, and so their logos stay.
    organization: { entities: ['organization'], published: true, files: 'kept' },
    team: { entities: ['team'], published: true, files: 'kept' },
    project: { entities: ['project'], published: true, files: 'kept' },
    role: { entities: ['role'], published: true },
    membership: {
      entities: ['membership'],
      published: true,
      keyedBy: { category: 'user', word: 'membership' },
    },
    invitation: { entities: ['invitation'], published: true },
    slug: { entities: ['slug'] },
    groupJob: { entities: ['group_job'] },
  },
  events: Object.values<EventDefinition>(identityEvents),
  states: identityStates,
});

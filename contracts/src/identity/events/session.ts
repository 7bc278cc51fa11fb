import { Type } from '@sinclair/typebox';
import { event, type EventOf, Personal } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { SESSION, USER } from '../../kit/example-ids.js';

const lifetime = { expires_at: Time, refresh_until: Time };
const exampleLifetime = {
  expires_at: '2026-03-03T09:15:00.000Z',
  refresh_until: '2026-04-01T09:15:00.000Z',
};

export const SessionStarted = event({
  name: 'SessionStarted',
  storedType: 'identity.session.started.v1',
  description:
    'A person signed in. `epoch` counts how often the sessions of the account were revoked before.',
  schema: Type.Object({
    id: Uuid,
    user_id: Uuid,
    epoch: Type.Integer({ minimum: 0 }),
    ip: Personal(),
    user_agent: Personal(),
    ...lifetime,
  }),
  example: {
    id: SESSION,
    user_id: USER,
    epoch: 0,
    ip: '192.0.2.1',
    user_agent: 'curl/8.5.0',
    ...exampleLifetime,
  },
  subject: 'user_id',
});

export const SessionRefreshed = event({
  name: 'SessionRefreshed',
  storedType: 'identity.session.refreshed.v1',
  description: 'A session goes on with a new bearer; `generation` counts its refresh tokens.',
  schema: Type.Object({
    id: Uuid,
    user_id: Type.Optional(Uuid),
    generation: Type.Integer({ minimum: 1 }),
    ...lifetime,
  }),
  example: { id: SESSION, user_id: USER, generation: 1, ...exampleLifetime },
});

export const SessionKept = event({
  name: 'SessionKept',
  storedType: 'identity.session.kept.v1',
  description: 'The session in which a password was changed outlived the others.',
  schema: Type.Object({ id: Uuid, epoch: Type.Integer({ minimum: 1 }) }),
  example: { id: SESSION, epoch: 1 },
});

export const sessionEndings = ['signed_out', 'revoked', 'reused', 'expired', 'erased'] as const;
export type SessionEnding = (typeof sessionEndings)[number];

export const SessionEnded = event({
  name: 'SessionEnded',
  storedType: 'identity.session.ended.v1',
  description: 'A session is over: `reused` when a refresh token that was used before came again.',
  schema: Type.Object({ id: Uuid, reason: OneOf(sessionEndings) }),
  example: { id: SESSION, reason: 'signed_out' },
});

/** The events of `session-` streams, which are never published. */
export const sessionEvents = { SessionStarted, SessionRefreshed, SessionKept, SessionEnded } as const;
export type SessionEvent = EventOf<(typeof sessionEvents)[keyof typeof sessionEvents]>;

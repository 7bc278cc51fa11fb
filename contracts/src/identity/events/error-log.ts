import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { OneOf, Time, Uuid } from '../../kit/schemas.js';
import { CLAIM, USER } from '../../kit/example-ids.js';

/** `cairn`: it went wrong in Cairn itself, and is counted in registers. `report`: somebody reported it, and each report counts. */
const errorOrigins = ['cairn', 'report'] as const;
export type ErrorOrigin = (typeof errorOrigins)[number];

/** What an error met the last time. */
const last = {
  user_id: Type.String({ description: 'Empty for nobody.' }),
  entity_id: Type.String(),
  request_id: Type.Optional(Type.String()),
  at: Time,
};
const exampleLast = { user_id: USER, entity_id: '', at: '2026-03-02T09:33:00.000Z' };

export const ErrorRecorded = event({
  name: 'ErrorRecorded',
  storedType: 'identity.error_log.recorded.v1',
  description: 'An error of this kind came for the first time, at `at`. Its message is never kept.',
  schema: Type.Object({
    id: Uuid,
    origin: OneOf(errorOrigins),
    name: Type.String(),
    description: Type.String(),
    entity: Type.String(),
    ...last,
  }),
  example: {
    id: CLAIM,
    origin: 'cairn',
    name: 'LogUnavailable',
    description: 'createDataset was answered 503 (log_unavailable).',
    entity: 'dataset',
    ...exampleLast,
  },
});

const ErrorRecurred = event({
  name: 'ErrorRecurred',
  storedType: 'identity.error_log.recurred.v1',
  description:
    'An error came again after it was resolved, or was reported again. It is not resolved any more.',
  schema: Type.Object({ id: Uuid, ...last }),
  example: { id: CLAIM, ...exampleLast },
});

const ErrorResolved = event({
  name: 'ErrorResolved',
  storedType: 'identity.error_log.resolved.v1',
  description: 'An administrator said that an error is mended. `count` is how often it had come by then.',
  schema: Type.Object({ id: Uuid, user_id: Uuid, count: Type.Integer({ minimum: 0 }) }),
  example: { id: CLAIM, user_id: USER, count: 12 },
});

const ErrorReopened = event({
  name: 'ErrorReopened',
  storedType: 'identity.error_log.reopened.v1',
  description: 'An administrator said that an error is not mended.',
  schema: Type.Object({ id: Uuid, user_id: Uuid }),
  example: { id: CLAIM, user_id: USER },
});

/** The events of `errorLog-` streams, one for each kind of error, which are never published. */
export const errorLogEvents = { ErrorRecorded, ErrorRecurred, ErrorResolved, ErrorReopened } as const;
export type ErrorLogEvent = EventOf<(typeof errorLogEvents)[keyof typeof errorLogEvents]>;

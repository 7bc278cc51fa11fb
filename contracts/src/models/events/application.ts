import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { applicationFields } from '../application.js';
import { exampleApplication } from '../examples.js';

const { created_at: _created, updated_at: _updated, ...example } = exampleApplication;

export const ApplicationCreated = event({
  name: 'ApplicationCreated',
  storedType: 'models.application.created.v1',
  description: 'Models can be of this application from now on.',
  schema: Type.Object({ id: Uuid, name: Type.String(), ...applicationFields }),
  example,
});

export const ApplicationUpdated = event({
  name: 'ApplicationUpdated',
  storedType: 'models.application.updated.v1',
  description: 'What an application says was changed; fields that are absent stay as they were.',
  schema: Type.Object({
    changes: Type.Partial(Type.Object({ name: Type.String(), ...applicationFields })),
  }),
  example: { changes: { framework_version: '1.24', disabled: true } },
});

export const ApplicationDeleted = event({
  name: 'ApplicationDeleted',
  storedType: 'models.application.deleted.v1',
  description: 'An application is offered no more and is in no list; models that have it keep it.',
  schema: Type.Object({}),
  example: {},
});

export const ApplicationRestored = event({
  name: 'ApplicationRestored',
  storedType: 'models.application.restored.v1',
  description: 'A deleted application is back as it was.',
  schema: Type.Object({}),
  example: {},
});

/** The events of `application-` streams. */
export const applicationStreamEvents = {
  ApplicationCreated,
  ApplicationUpdated,
  ApplicationDeleted,
  ApplicationRestored,
} as const;
export type ApplicationEvent = EventOf<
  (typeof applicationStreamEvents)[keyof typeof applicationStreamEvents]
>;

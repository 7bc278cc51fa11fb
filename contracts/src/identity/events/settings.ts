import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { USER } from '../../kit/example-ids.js';

export const AdministratorLetGo = event({
  name: 'AdministratorLetGo',
  storedType: 'identity.settings.administrator_let_go.v1',
  description:
    'An administrator may be one no longer, for another stays. From then on it is not the one who stays for others.',
  schema: Type.Object({ user_id: Uuid }),
  example: { user_id: USER },
});

export const AdministratorReturned = event({
  name: 'AdministratorReturned',
  storedType: 'identity.settings.administrator_returned.v1',
  description: 'Somebody who was let go so often is an administrator again, and one who stays for others.',
  schema: Type.Object({ user_id: Uuid, times_let_go: Type.Integer({ minimum: 1 }) }),
  example: { user_id: USER, times_let_go: 1 },
});

/** The events of `settings-` streams, which are never published. */
export const settingsEvents = { AdministratorLetGo, AdministratorReturned } as const;
export type SettingsEvent = EventOf<(typeof settingsEvents)[keyof typeof settingsEvents]>;

import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { USER } from './examples.js';

export const AdministratorLetGo = event({
  name: 'AdministratorLetGo',
  storedType: 'identity.settings.administrator_let_go.v1',
  description:
    'An administrator may be one no longer, for another stays. From then on it is not the one who stays for others.',
  schema: Type.Object({ user_id: Uuid }),
  example: { user_id: USER },
});

/** The events of `settings-` streams, which are never published. */
export const settingsEvents = { AdministratorLetGo } as const;
export type SettingsEvent = EventOf<(typeof settingsEvents)[keyof typeof settingsEvents]>;

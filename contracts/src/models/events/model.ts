import { Type } from '@sinclair/typebox';
import { event, type EventOf } from '../../kit/event.js';
import { byName } from '../../kit/named.js';
import { Uuid } from '../../kit/schemas.js';
import { model } from '../asset.js';

export const ModelVersionAdded = event({
  name: 'ModelVersionAdded',
  storedType: 'models.model.version_added.v1',
  description: 'A version, which was made just before, is one of the model from now on, and has its number.',
  schema: Type.Object({ version_id: Uuid, version_number: Type.Integer({ minimum: 1 }) }),
  example: { version_id: '018f4d1a-0000-7000-8000-0000000000b2', version_number: 1 },
});

/** The events of `model-<id>`. */
export const modelStreamEvents = { ...byName(model.events), ModelVersionAdded } as const;
export type ModelEvent = EventOf<(typeof modelStreamEvents)[keyof typeof modelStreamEvents]>;

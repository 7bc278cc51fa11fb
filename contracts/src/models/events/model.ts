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

export const ModelAliasMoved = event({
  name: 'ModelAliasMoved',
  storedType: 'models.model.alias_moved.v1',
  description: 'An alias names another version of the model from now on: one alone has it at any time.',
  schema: Type.Object({
    alias: Type.String(),
    version_id: Uuid,
    previous: Type.String({ description: 'The version that had it; empty: none.' }),
  }),
  example: { alias: 'champion', version_id: '018f4d1a-0000-7000-8000-0000000000b2', previous: '' },
});

export const ModelAliasRemoved = event({
  name: 'ModelAliasRemoved',
  storedType: 'models.model.alias_removed.v1',
  description: 'An alias names no version of the model any more.',
  schema: Type.Object({
    alias: Type.String(),
    previous: Type.String({ description: 'The version that had it.' }),
  }),
  example: { alias: 'champion', previous: '018f4d1a-0000-7000-8000-0000000000b2' },
});

/** The events of `model-<id>`. */
export const modelStreamEvents = {
  ...byName(model.events),
  ModelVersionAdded,
  ModelAliasMoved,
  ModelAliasRemoved,
} as const;
export type ModelEvent = EventOf<(typeof modelStreamEvents)[keyof typeof modelStreamEvents]>;

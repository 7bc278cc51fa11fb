import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal, Personal } from '../../kit/event.js';
import { Time, Uuid } from '../../kit/schemas.js';
import { CREDENTIAL, KEY, USER } from '../../kit/example-ids.js';

const fields = {
  id: Uuid,
  user_id: Uuid,
  name: Type.String(),
  key_prefix: Type.String(),
  scopes: Type.Array(Type.String()),
  organization_id: Type.Optional(Uuid),
  expires_at: Type.Optional(Time),
  credential_id: Internal(Uuid),
  replaces: Type.Optional(Uuid),
};
const created = {
  name: 'ApiKeyCreated' as const,
  description: 'A key was made; the hash of it was put into the vault just before.',
  example: {
    id: KEY,
    user_id: USER,
    name: 'nightly import',
    key_prefix: 'ck_7Hq2x',
    scopes: ['datasets:read', 'datasets:write'],
    expires_at: '2026-06-01T09:15:00.000Z',
    credential_id: CREDENTIAL,
  },
};

/** No longer written: the key's name stood in it in plain text. */
export const ApiKeyCreatedV1 = event({
  ...created,
  storedType: 'identity.api_key.created.v1',
  schema: Type.Object(fields),
});

/** `epoch` counts how often the keys of the account were revoked before; 0 when it is absent. */
export const ApiKeyCreated = event({
  ...created,
  storedType: 'identity.api_key.created.v2',
  schema: Type.Object({ ...fields, name: Personal(), epoch: Type.Optional(Type.Integer({ minimum: 0 })) }),
  subject: 'user_id',
});

export const ApiKeyDisabled = event({
  name: 'ApiKeyDisabled',
  storedType: 'identity.api_key.disabled.v1',
  description: 'A key does not work until it is enabled again.',
  schema: Type.Object({ id: Uuid }),
  example: { id: KEY },
});

export const ApiKeyEnabled = event({
  name: 'ApiKeyEnabled',
  storedType: 'identity.api_key.enabled.v1',
  description: 'A key works again.',
  schema: Type.Object({ id: Uuid }),
  example: { id: KEY },
});

export const ApiKeyRotated = event({
  name: 'ApiKeyRotated',
  storedType: 'identity.api_key.rotated.v1',
  description: 'Another key takes the place of this one, which goes on until `expires_at`.',
  schema: Type.Object({ id: Uuid, successor_id: Uuid, expires_at: Time }),
  example: { id: KEY, successor_id: CREDENTIAL, expires_at: '2026-03-04T09:15:00.000Z' },
});

export const ApiKeyDeleted = event({
  name: 'ApiKeyDeleted',
  storedType: 'identity.api_key.deleted.v1',
  description: 'A key stopped working for good; its record is kept.',
  schema: Type.Object({ id: Uuid, credential_id: Internal(Uuid) }),
  example: { id: KEY, credential_id: CREDENTIAL },
});

export const ApiKeyErased = event({
  name: 'ApiKeyErased',
  storedType: 'identity.api_key.erased.v1',
  description: 'The owner of a key was erased: nothing is kept of it.',
  schema: Type.Object({ id: Uuid }),
  example: { id: KEY },
});

/** The events of `apiKey-` streams, which are never published. */
export const apiKeyEvents = {
  ApiKeyCreated,
  ApiKeyDisabled,
  ApiKeyEnabled,
  ApiKeyRotated,
  ApiKeyDeleted,
  ApiKeyErased,
} as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[keyof typeof apiKeyEvents]>;

import { Type } from '@sinclair/typebox';
import { event, type EventOf, Internal, Personal } from '../../kit/event.js';
import { Uuid } from '../../kit/schemas.js';
import { CREDENTIAL, ORGANIZATION, SECRET, USER } from '../../kit/example-ids.js';

const Hosts = Type.Array(Type.String());
const Credential = Internal(Uuid);
const made = { id: SECRET, name: 'speech', description: '', hosts: ['api.speech.example'] };
/** Of what is changed; a value that was written anew names the one that it takes the place of. */
const changed = {
  id: Uuid,
  hosts: Type.Optional(Hosts),
  credential_id: Type.Optional(Credential),
  replaced_credential_id: Type.Optional(Credential),
};

export const SecretCreated = event({
  name: 'SecretCreated',
  storedType: 'identity.secret.created.v1',
  description: 'A person made a secret for providers; its value was put into the vault just before.',
  schema: Type.Object({
    id: Uuid,
    user_id: Uuid,
    name: Personal(),
    description: Personal(),
    hosts: Hosts,
    credential_id: Credential,
  }),
  example: { ...made, user_id: USER, credential_id: CREDENTIAL },
  subject: 'user_id',
});

export const SecretChanged = event({
  name: 'SecretChanged',
  storedType: 'identity.secret.changed.v1',
  description: 'A person changed one: what is absent stayed.',
  schema: Type.Object({ ...changed, user_id: Uuid, description: Type.Optional(Personal()) }),
  example: { id: SECRET, user_id: USER, hosts: ['eu.speech.example:8443'] },
  subject: 'user_id',
});

export const OrganizationSecretCreated = event({
  name: 'OrganizationSecretCreated',
  storedType: 'identity.organization_secret.created.v1',
  description: 'A secret of an organization was made; its value was put into the vault just before.',
  schema: Type.Object({
    id: Uuid,
    organization_id: Uuid,
    name: Type.String(),
    description: Type.String(),
    hosts: Hosts,
    credential_id: Credential,
  }),
  example: { ...made, organization_id: ORGANIZATION, credential_id: CREDENTIAL },
});

export const OrganizationSecretChanged = event({
  name: 'OrganizationSecretChanged',
  storedType: 'identity.organization_secret.changed.v1',
  description: 'A secret of an organization was changed: what is absent stayed.',
  schema: Type.Object({
    ...changed,
    organization_id: Uuid,
    description: Type.Optional(Type.String()),
  }),
  example: { id: SECRET, organization_id: ORGANIZATION, description: 'of the laboratory' },
});

export const SecretDeleted = event({
  name: 'SecretDeleted',
  storedType: 'identity.secret.deleted.v1',
  description: 'A secret, whoever’s, is no more, and its value leaves the vault.',
  schema: Type.Object({ id: Uuid, credential_id: Credential }),
  example: { id: SECRET, credential_id: CREDENTIAL },
});

/** The events of `secret-` streams, which are never published. */
export const secretEvents = {
  SecretCreated,
  SecretChanged,
  OrganizationSecretCreated,
  OrganizationSecretChanged,
  SecretDeleted,
} as const;
export type SecretEvent = EventOf<(typeof secretEvents)[keyof typeof secretEvents]>;

import { PERSON } from '../kit/example-ids.js';
import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Prose, recordFields, Time, Uuid } from '../kit/schemas.js';

/** What a secret is called by its owner: part of an address and of a `key_ref`. */
export const SecretName = Type.String({
  pattern: /^[a-z0-9][a-z0-9._-]{0,63}$/.source,
  description: 'Unique for its owner: lower case letters, digits, `.`, `_` and `-`, at most 64.',
});

const hosts = {
  minItems: 1,
  maxItems: 20,
  description:
    'To where its value may be sent: DNS names in lower case, each with a port or without, `api.example.org:8443`. ' +
    'No wildcard, and no address of a network that is not public.',
};

/** A secret for providers. Its value is told to nobody. */
export const Secret = resource('Secret', {
  ...recordFields,
  user_id: Type.Optional(Type.String({ description: 'Whose it is, when it is a person’s.' })),
  organization_id: Type.Optional(Type.String({ description: 'Whose it is, when it is an organization’s.' })),
  name: SecretName,
  description: Type.String(),
  hosts: Type.Array(Type.String(), hosts),
  value_set_at: Type.Unsafe<string>({ ...Time, description: 'When the value was written last.' }),
});
export type Secret = Readonly<Static<typeof Secret>>;

/** A secret as it is sent. */
export const SecretChanges = resource('SecretChanges', {
  description: Type.Optional(Prose),
  hosts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), hosts)),
  value: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8192,
      description:
        'Written and never told. Where there is one it stays when this is left out; a new host needs it.',
    }),
  ),
});
export type SecretChanges = Readonly<Static<typeof SecretChanges>>;

const own = {
  id: '0195562f-4a10-8c61-9d20-6b7c8d9e0f10',
  created_at: '2026-03-02T09:15:00.000Z',
  updated_at: '2026-03-02T09:15:00.000Z',
  name: 'speech',
  description: 'The transcription account of the laboratory.',
  hosts: ['api.speech.example', 'eu.speech.example:8443'],
  value_set_at: '2026-03-02T09:15:00.000Z',
};
export const exampleSecret: Secret = { ...own, user_id: PERSON };
export const exampleOrganizationSecret: Secret = {
  ...own,
  organization_id: '018f4d1a-0000-7000-8000-0000000000b1',
};
export const exampleSecretChanges: SecretChanges = {
  description: own.description,
  hosts: own.hosts,
  value: 'sk-example-of-a-value',
};

/** Whom a secret is looked up for: `me/<name>` of the person, `org/<name>` of the organization. */
export const KeyRef = Type.String({
  pattern: /^(me|org)\/[a-z0-9][a-z0-9._-]{0,63}$/.source,
  description: '`me/<name>` names a secret of the person, `org/<name>` one of the organization.',
});

/** What another service is told of a secret: never its value. */
export const NamedSecret = Type.Object({ id: Uuid, name: SecretName, hosts: Type.Array(Type.String()) });

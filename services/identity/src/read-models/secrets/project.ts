import { type SecretEvent, secretEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';
import { openedText } from '../text-of.js';

export const SECRETS = 'identity_secrets';

const OWNERS = ['user_id', 'organization_id'] as const;
const SORTED_BY = ['name', 'created_at', 'updated_at'] as const;

type DataOf<Type extends SecretEvent['type']> = Extract<SecretEvent, { readonly type: Type }>['data'];

/** `identity.secrets`: a document for each that is there, without its value, which is in the vault alone. */
export const secrets = projection<SecretEvent>({
  name: 'identity.secrets',
  version: 1,
  collections: [
    {
      name: SECRETS,
      indexes: OWNERS.flatMap((owner) =>
        SORTED_BY.map((field) => ({ kind: 'compound' as const, fields: [owner, field] })),
      ),
    },
  ],
  events: Object.values(secretEvents),
  project: (event, { id, at, revision }): readonly Change[] => {
    const stamp = { updated_at: at, revision: revision.toString() };
    switch (event.type) {
      case 'SecretCreated':
      case 'OrganizationSecretCreated':
        return [
          {
            kind: 'put',
            collection: SECRETS,
            document: { ...saidOf(event.data), ...stamp, id, created_at: at, value_set_at: at },
          },
        ];
      case 'SecretChanged':
      case 'OrganizationSecretChanged':
        return [
          { kind: 'patch', collection: SECRETS, id, fields: { ...changesOf(event.data, at), ...stamp } },
        ];
      case 'SecretDeleted':
        return [{ kind: 'remove', collection: SECRETS, id }];
    }
  },
});

const saidOf = (data: DataOf<'SecretCreated' | 'OrganizationSecretCreated'>) => ({
  ...('user_id' in data ? { user_id: data.user_id } : { organization_id: data.organization_id }),
  name: openedText(data.name),
  description: openedText(data.description),
  hosts: data.hosts,
});

const changesOf = (
  { description, hosts, credential_id }: DataOf<'SecretChanged' | 'OrganizationSecretChanged'>,
  at: string,
) => ({
  ...(description === undefined ? {} : { description: openedText(description) }),
  ...(hosts === undefined ? {} : { hosts }),
  ...(credential_id === undefined ? {} : { value_set_at: at }),
});

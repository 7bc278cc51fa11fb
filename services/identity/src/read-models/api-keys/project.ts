import { type ApiKeyEvent, apiKeyEvents } from '@cairn/contracts';
import { type Change, projection } from '@cairn/kernel';
import { accountOfKey } from '../../domain/api-key/account.js';
import { apiKeyUpcasts } from '../../domain/api-key/state.js';
import { openedText } from '../text-of.js';

export const API_KEYS = 'identity_api_keys';

/** Keys without the keys: their hashes are in the vault, and nowhere else (S7). */
export const apiKeys = projection<ApiKeyEvent>({
  name: 'identity.api_keys',
  version: 4,
  collections: [
    {
      name: API_KEYS,
      indexes: [
        { kind: 'compound', fields: ['user_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['user_id', 'deleted', 'name'] },
        { kind: 'compound', fields: ['user_id', 'deleted', 'updated_at'] },
        { kind: 'compound', fields: ['organization_id', 'deleted', 'created_at'] },
        { kind: 'compound', fields: ['organization_id', 'deleted', 'updated_at'] },
        { kind: 'compound', fields: ['account', 'deleted', 'ends_at'] },
      ],
    },
  ],
  events: Object.values(apiKeyEvents),
  upcasts: apiKeyUpcasts,
  project: (event, { id, at, revision }) => {
    const stamp = { updated_at: at, revision: revision.toString() };
    const patch = (fields: Readonly<Record<string, string | boolean>>): readonly Change[] => [
      { kind: 'patch', collection: API_KEYS, id, fields: { ...fields, ...stamp } },
    ];
    switch (event.type) {
      case 'ApiKeyCreated':
        return [
          {
            kind: 'put',
            collection: API_KEYS,
            document: documentOf(event.data, { ...stamp, created_at: at }),
          },
        ];
      case 'ApiKeyDisabled':
        return patch({ disabled: true });
      case 'ApiKeyEnabled':
        return patch({ disabled: false });
      case 'ApiKeyRotated':
        return patch({ grace_until: event.data.expires_at, ends_at: event.data.expires_at });
      case 'ApiKeyDeleted':
        return patch({ deleted: true });
      case 'ApiKeyErased':
        return [{ kind: 'remove', collection: API_KEYS, id }];
    }
  },
});

/** What sorts behind every time. */
const ENDLESS = '9999-12-31T23:59:59.999Z';

type Created = Extract<ApiKeyEvent, { readonly type: 'ApiKeyCreated' }>['data'];

const documentOf = (data: Created, stamps: Readonly<Record<string, string>>) => ({
  id: data.id,
  account: accountOfKey(data.user_id, data.organization_id),
  user_id: data.user_id,
  name: openedText(data.name),
  key_prefix: data.key_prefix,
  scopes: data.scopes,
  organization_id: data.organization_id,
  expires_at: data.expires_at,
  ends_at: data.expires_at ?? ENDLESS,
  epoch: data.epoch ?? 0,
  disabled: false,
  deleted: false,
  ...stamps,
});

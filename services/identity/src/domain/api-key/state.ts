import { ApiKeyCreatedV1, type ApiKeyEvent, apiKeyEvents, type Personal } from '@cairn/contracts';
import { aggregate, type Upcast } from '@cairn/kernel';
import type { Account } from '../user/state.js';

export interface ApiKey {
  readonly kind: 'key';
  readonly id: string;
  readonly userId: string;
  /** Encrypted as it is stored. */
  readonly name: Personal;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly organizationId: string | null;
  /** RFC 3339; null: it does not end by itself. */
  readonly expiresAt: string | null;
  /** After a rotation: how long it goes on beside its successor. */
  readonly graceUntil: string | null;
  readonly credentialId: string;
  /** How often the keys of the account had been revoked when it was made. */
  readonly epoch: number;
  readonly disabled: boolean;
  readonly successorId: string | null;
}

/** `erased`: its owner was erased, and nothing is kept of it. */
export type ApiKeyState =
  | { readonly kind: 'none' }
  | ApiKey
  | { readonly kind: 'deleted'; readonly userId: string }
  | { readonly kind: 'erased' };

/** In the first version the name was plain text, as it is in an event that is not stored yet. */
export const apiKeyUpcasts = {
  [ApiKeyCreatedV1.storedType]: { name: ApiKeyCreatedV1.name, upcast: (data) => data },
} satisfies Record<string, Upcast>;

/** Streams `apiKey-<id>`. */
export const apiKey = aggregate<ApiKeyState, ApiKeyEvent>({
  category: 'apiKey',
  events: Object.values(apiKeyEvents),
  upcasts: apiKeyUpcasts,
  stateVersion: 3,
  initial: { kind: 'none' },
  evolve: (state, event) => {
    if (event.type === 'ApiKeyCreated') return created(event.data);
    if (event.type === 'ApiKeyErased') return { kind: 'erased' };
    return state.kind === 'key' ? evolveKey(state, event) : state;
  },
});

const created = (data: Extract<ApiKeyEvent, { readonly type: 'ApiKeyCreated' }>['data']): ApiKey => ({
  kind: 'key',
  id: data.id,
  userId: data.user_id,
  name: data.name,
  prefix: data.key_prefix,
  scopes: data.scopes,
  organizationId: data.organization_id ?? null,
  expiresAt: data.expires_at ?? null,
  graceUntil: null,
  credentialId: data.credential_id,
  epoch: data.epoch ?? 0,
  disabled: false,
  successorId: null,
});

const evolveKey = (
  key: ApiKey,
  event: Exclude<ApiKeyEvent, { readonly type: 'ApiKeyCreated' | 'ApiKeyErased' }>,
): ApiKeyState => {
  switch (event.type) {
    case 'ApiKeyDisabled':
      return { ...key, disabled: true };
    case 'ApiKeyEnabled':
      return { ...key, disabled: false };
    case 'ApiKeyRotated':
      return { ...key, successorId: event.data.successor_id, graceUntil: event.data.expires_at };
    case 'ApiKeyDeleted':
      return { kind: 'deleted', userId: key.userId };
  }
};

/** When a key is over, RFC 3339; null: never by itself. */
export const endOf = ({ expiresAt, graceUntil }: ApiKey): string | null => {
  if (expiresAt === null || graceUntil === null) return expiresAt ?? graceUntil;
  return expiresAt < graceUntil ? expiresAt : graceUntil;
};

/** Whether its account has not revoked it. */
export const isInForce = (key: ApiKey, account: Account): boolean => key.epoch >= account.keyEpoch;

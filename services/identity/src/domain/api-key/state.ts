import { type ApiKeyEvent, apiKeyEvents } from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export interface ApiKey {
  readonly kind: 'key';
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly organizationId: string | null;
  /** RFC 3339; null: it does not end by itself. */
  readonly expiresAt: string | null;
  /** After a rotation: how long it goes on beside its successor. */
  readonly graceUntil: string | null;
  readonly credentialId: string;
  readonly disabled: boolean;
  readonly successorId: string | null;
}

export type ApiKeyState =
  { readonly kind: 'none' } | ApiKey | { readonly kind: 'deleted'; readonly userId: string };

/** Streams `apiKey-<id>`. */
export const apiKey = aggregate<ApiKeyState, ApiKeyEvent>({
  category: 'apiKey',
  events: Object.values(apiKeyEvents),
  stateVersion: 1,
  initial: { kind: 'none' },
  evolve: (state, event) => {
    if (event.type === 'ApiKeyCreated') return created(event.data);
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
  disabled: false,
  successorId: null,
});

const evolveKey = (
  key: ApiKey,
  event: Exclude<ApiKeyEvent, { readonly type: 'ApiKeyCreated' }>,
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

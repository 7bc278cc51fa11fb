/** Who calls, as the gateway proved it. It travels with the command, signed between processes, and carries ids alone. */
export interface Principal {
  readonly kind: 'user' | 'key' | 'anonymous' | 'system';
  /** Id of the user; of the key's owner for a key; `''` for nobody. */
  readonly userId: string;
  readonly sessionId?: string;
  readonly apiKeyId?: string;
  /** A key that is bound to an organization reaches nothing else. */
  readonly organizationId?: string;
  /** `resource:action` with `*`; `*:*` for a session. */
  readonly scopes: readonly string[];
  readonly administrator: boolean;
}

/** A person with a session. */
export const userPrincipal = (
  user: { readonly id: string; readonly administrator: boolean },
  sessionId: string,
): Principal => ({
  kind: 'user',
  userId: user.id,
  sessionId,
  scopes: ['*:*'],
  administrator: user.administrator,
});

export const anonymous: Principal = { kind: 'anonymous', userId: '', scopes: [], administrator: false };
/** Cairn itself: timers, policies, work. */
export const system: Principal = { kind: 'system', userId: '', scopes: ['*:*'], administrator: true };

/**
 * The account that what somebody asks for counts against: `organization:<id>` for a key that is bound to one, else
 * `user:<id>` for all sessions and keys of a person. `undefined` for nobody and for Cairn itself.
 */
export const accountOfPrincipal = ({ kind, userId, organizationId }: Principal): string | undefined => {
  if (kind !== 'user' && kind !== 'key') return undefined;
  return organizationId === undefined ? `user:${userId}` : `organization:${organizationId}`;
};

/** Whether scopes or permissions cover a permission: each half equals or is `*`. Compared as bytes: no folding, no prefixes (S19). */
export const scopesCover = (scopes: readonly string[], permission: string): boolean => {
  const covering = coveringOf(permission);
  return scopes.some((scope) => covering.includes(scope));
};

/** More are asked for by nobody who asks for what the contract names. */
const MOST_KEPT = 1_000;
const kept = new Map<string, readonly string[]>();

/** The scopes that cover a permission: taken apart once, for it is asked at every decision. */
const coveringOf = (permission: string): readonly string[] => {
  const known = kept.get(permission);
  if (known !== undefined) return known;
  const [resource = '', action = ''] = permission.split(':');
  const covering = [`${resource}:${action}`, `${resource}:*`, `*:${action}`, '*:*'];
  if (kept.size < MOST_KEPT) kept.set(permission, covering);
  return covering;
};

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

/** Whether scopes or permissions cover a permission: each half equals or is `*`. Compared as bytes: no folding, no prefixes (S19). */
export const scopesCover = (scopes: readonly string[], permission: string): boolean => {
  const [resource, action] = permission.split(':');
  return scopes.some((scope) => {
    const parts = scope.split(':');
    return (
      parts.length === 2 &&
      (parts[0] === '*' || parts[0] === resource) &&
      (parts[1] === '*' || parts[1] === action)
    );
  });
};

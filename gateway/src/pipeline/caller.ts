import { networkOf, type Principal } from '@cairn/kernel';

/** Whose idempotency keys, and whose refusals are told once: the user's, the key's, or for nobody the network's. */
export const callerOf = (principal: Principal, ip: string): string => {
  if (principal.kind === 'key') return `key:${principal.apiKeyId ?? ''}`;
  return principal.kind === 'anonymous' ? `network:${networkOf(ip)}` : `user:${principal.userId}`;
};

/** Whose shares count what a request holds. */
export interface Sharer {
  /** `user:<id>`, the person with all sessions and keys; for nobody `network:<network>`. */
  readonly account: string;
  /** `organization:<id>` of a key that is bound to one. Anybody may make many: its person is counted, too. */
  readonly organization: string | undefined;
  /** `session:<id>` or `key:<id>`; `undefined` for nobody. */
  readonly bearer: string | undefined;
}

export const sharerOf = (principal: Principal, ip: string): Sharer => {
  const { kind, userId, organizationId } = principal;
  return {
    account: kind === 'anonymous' ? `network:${networkOf(ip)}` : `user:${userId}`,
    organization: organizationId === undefined ? undefined : `organization:${organizationId}`,
    bearer: bearerOf(principal),
  };
};

const bearerOf = ({ kind, apiKeyId = '', sessionId = '' }: Principal): string | undefined => {
  if (kind === 'key') return `key:${apiKeyId}`;
  return kind === 'user' ? `session:${sessionId}` : undefined;
};

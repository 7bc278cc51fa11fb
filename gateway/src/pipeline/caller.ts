import { networkOf, type Principal } from '@cairn/kernel';

/** Whose bucket and whose idempotency keys: the user's, the key's, or for nobody the network's. */
export const callerOf = (principal: Principal, ip: string): string => {
  if (principal.kind === 'key') return `key:${principal.apiKeyId ?? ''}`;
  return principal.kind === 'anonymous' ? `network:${networkOf(ip)}` : `user:${principal.userId}`;
};

import type { KeyFacts } from '@cairn/kernel';
import { apiKey, isInForce } from '../domain/api-key/state.js';
import { user } from '../domain/user/state.js';
import { isUsable } from '../read-models/principals/key-principal.js';
import type { Tips } from './tips.js';

/** What a key may, at `now` (milliseconds). */
export const keyFacts = async (streams: Tips, now: number, keyId: string): Promise<KeyFacts | undefined> => {
  const { state: key } = await streams.current(apiKey, keyId);
  if (key.kind !== 'key') return undefined;
  const { state: owner } = await streams.current(user, key.userId);
  return {
    userId: key.userId,
    scopes: key.scopes,
    ...(key.organizationId === null ? {} : { organizationId: key.organizationId }),
    isUsable: isUsable(key, now) && owner.kind === 'account' && isInForce(key, owner),
  };
};

import type { KeyFacts, Rights } from '@cairn/kernel';
import { apiKey, isInForce } from '../domain/api-key/state.js';
import { user } from '../domain/user/state.js';
import { isUsable, isWithinReach } from './key-principal.js';
import type { Tips } from './tips.js';

/** What a key may, at `now` (milliseconds), and whether it would be let in by what `rights` tell. */
export const keyFacts = async (
  streams: Tips,
  rights: Pick<Rights, 'inGroup'>,
  now: number,
  keyId: string,
): Promise<KeyFacts | undefined> => {
  const { state: key } = await streams.current(apiKey, keyId);
  if (key.kind !== 'key') return undefined;
  const { state: owner } = await streams.current(user, key.userId);
  const isGood = isUsable(key, now) && owner.kind === 'account' && isInForce(key, owner);
  return {
    userId: key.userId,
    scopes: key.scopes,
    ...(key.organizationId === null ? {} : { organizationId: key.organizationId }),
    isUsable: isGood && (await isWithinReach(rights, key)),
  };
};

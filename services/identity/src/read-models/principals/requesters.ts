import { type Clock, type Principal, type Requesters, type Streams, userPrincipal } from '@cairn/kernel';
import { type ApiKey, apiKey, isInForce } from '../../domain/api-key/state.js';
import { type Account, user } from '../../domain/user/state.js';
import { rightsFrom } from '../../rights/rights.js';
import { isUsable, isWithinReach, keyPrincipal } from '../../rights/key-principal.js';

/**
 * For whom work goes on: the account and the key as their streams tell them now (SPEC-24). A session that has ended
 * ends no work; an account that is disabled or erased does, and so does a key that is
 * disabled, deleted or over, or whose owner is not in its organization any more.
 */
export const requestersFrom = (streams: Pick<Streams, 'current'>, clock: Clock): Requesters => {
  const ofKey = async (account: Account, keyId: string): Promise<Principal | undefined> => {
    const { state: key } = await streams.current(apiKey, keyId);
    if (key.kind !== 'key' || !isGood(key, account, clock.now())) return undefined;
    return (await isWithinReach(rightsFrom(streams, clock), key)) ? keyPrincipal(key, account) : undefined;
  };
  return {
    principalOf: async ({ kind, user_id, api_key_id = '', session_id = '' }) => {
      const { state: account } = await streams.current(user, user_id);
      if (account.kind !== 'account' || account.disabled) return undefined;
      return kind === 'user' ? userPrincipal(account, session_id) : ofKey(account, api_key_id);
    },
  };
};

const isGood = (key: ApiKey, account: Account, now: number): boolean =>
  key.userId === account.id && isUsable(key, now) && isInForce(key, account);

import type { Requester } from '@cairn/contracts';
import type { Principal } from './principal.js';
import { type Refusal, refuse } from '../base/refusal.js';
import { unlessRefused } from './job-refused.js';

/**
 * The accounts and keys for which work goes on. The composition of a process fills it from the streams of identity: a
 * service knows nothing of another's.
 */
export interface Requesters {
  /**
   * Who asked, with what they may do now; a key its scopes. `undefined` when the account is disabled or erased, or the key
   * is disabled, deleted or over. Throws `LogUnavailable`.
   */
  principalOf(requester: Requester): Promise<Principal | undefined>;
}

/** Where nothing tells of accounts, nobody's work is done. */
export const noRequesters: Requesters = { principalOf: async () => undefined };

/** What an event of a request keeps of who asked. */
export const requesterOf = ({ kind, userId, sessionId, apiKeyId, organizationId }: Principal): Requester => ({
  kind: kind === 'key' ? 'key' : 'user',
  user_id: userId,
  ...(sessionId === undefined ? {} : { session_id: sessionId }),
  ...(apiKeyId === undefined ? {} : { api_key_id: apiKeyId }),
  ...(organizationId === undefined ? {} : { organization_id: organizationId }),
});

/** The principal for whom a step of work is done, else the refusal with which the work ends (SPEC-24). */
export const availableRequester = async (
  requesters: Requesters,
  requester: Requester,
): Promise<Principal | Refusal> =>
  (await requesters.principalOf(requester)) ??
  refuse(
    'requester_unavailable',
    'The account or the key that asked for this work is not in force any more.',
  );

/** As `availableRequester`, for a job. Throws `JobRefused` when the account or the key is not in force. */
export const principalNow = async (
  { requesters }: { readonly requesters: Requesters },
  { requester }: { readonly requester: Requester },
): Promise<Principal> => unlessRefused(await availableRequester(requesters, requester));

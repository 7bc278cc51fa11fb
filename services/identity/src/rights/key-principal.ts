import type { Principal, Rights } from '@cairn/kernel';
import { type ApiKey, endOf } from '../domain/api-key/state.js';
import type { Account } from '../domain/user/state.js';

/** Whether a key is neither disabled nor over; `now` in milliseconds. */
export const isUsable = (key: ApiKey, now: number): boolean => {
  const end = endOf(key);
  return !key.disabled && (end === null || Date.parse(end) > now);
};

/** Whether its owner is in its organization now, which is open; a key of none needs none. */
export const isWithinReach = async (rights: Pick<Rights, 'inGroup'>, key: ApiKey): Promise<boolean> =>
  key.organizationId === null ||
  (await rights.inGroup(key.userId, { kind: 'organization', id: key.organizationId })).length > 0;

/** A key's rights are its scopes, of what its owner may do now, in its organization (SPEC-api-keys). */
export const keyPrincipal = (key: ApiKey, owner: Account): Principal => ({
  kind: 'key',
  userId: owner.id,
  apiKeyId: key.id,
  ...(key.organizationId === null ? {} : { organizationId: key.organizationId }),
  scopes: key.scopes,
  administrator: owner.administrator && key.organizationId === null,
});

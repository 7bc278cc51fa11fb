import type { AssetCaller } from '../access/decide-access.js';
import { userPrincipal } from '../access/principal.js';
import { ALONE } from '../access/rights.js';

/** Ids by what they name, so that specs read as sentences. */
export const idNamed = (name: string): string => {
  const hex = Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Somebody with a session and in no group, who asks at a time (RFC 3339). */
export const callerNamed = (name: string, at: string): AssetCaller => ({
  principal: userPrincipal({ id: idNamed(name), administrator: false }, 'session'),
  standing: ALONE,
  at,
});

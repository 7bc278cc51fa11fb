import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from './port.js';

/** HMAC-SHA256 over the parts. Only the last part may be a text from outside: the parts are joined by NUL. */
export const mac = (key: Buffer, ...parts: readonly (string | number)[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\0')).digest();

/** Compares in a time that does not tell where they differ. */
export const sameBytes = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** Whether one of the two keys of a purpose made this mac. */
export const madeByServer = async (
  vault: Vault,
  purpose: string,
  given: Buffer,
  ...parts: readonly (string | number)[]
): Promise<boolean> => {
  const keys = await vault.serverKeys(purpose);
  return keys.map(({ key }) => sameBytes(mac(key, ...parts), given)).includes(true);
};

/** The mac under the newest key of a purpose. */
export const macOfServer = async (
  vault: Vault,
  purpose: string,
  ...parts: readonly (string | number)[]
): Promise<Buffer> => mac((await vault.serverKeys(purpose))[0]!.key, ...parts);

import { randomBytes } from 'node:crypto';
import type { ServerKey } from './port.js';
import { SealBroken } from './sealing.js';

/** What was signed by the key before the newest is still accepted. */
export const VALID_KEYS = 2;
const KEY_BYTES = 32;
/** 8 characters in a token's header. */
const ID_BYTES = 6;

export const freshKey = (): Buffer => randomBytes(KEY_BYTES);

/** What the wrapping of a server key is bound to: a session's key is no key for anything else. */
export const serverKeyRow = (purpose: string, id: string): string => `${purpose}/${id}`;

export const freshServerKey = (): ServerKey => ({
  id: randomBytes(ID_BYTES).toString('base64url'),
  key: freshKey(),
});

/** What was read where a key stands. A process that does not know the secret reads something longer: `SealBroken`. */
export const asKey = (bytes: Buffer): Buffer => {
  if (bytes.byteLength !== KEY_BYTES)
    throw new SealBroken(`a key of the vault is ${bytes.byteLength} bytes long`);
  return bytes;
};

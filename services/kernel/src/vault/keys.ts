import { randomBytes } from 'node:crypto';
import type { ServerKey } from './port.js';

/** What was signed by the key before the newest is still accepted. */
export const VALID_KEYS = 2;
const KEY_BYTES = 32;
/** 8 characters in a token's header. */
const ID_BYTES = 6;

export const freshKey = (): Buffer => randomBytes(KEY_BYTES);

export const freshServerKey = (): ServerKey => ({
  id: randomBytes(ID_BYTES).toString('base64url'),
  key: freshKey(),
});

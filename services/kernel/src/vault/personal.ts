import { seal, unseal } from './sealing.js';

/**
 * A personal text as it stands in events, snapshots and folded state (law 8): base64 of nonce ‖ tag ‖ ciphertext,
 * AES-256-GCM under the person's 32-byte key. The same text is another one each time.
 */
export const encryptText = (key: Buffer, plain: string): string =>
  seal(key, Buffer.from(plain)).toString('base64');

/** Throws `SealBroken` when the text was encrypted under another key or changed since. */
export const decryptText = (key: Buffer, text: string): string =>
  unseal(key, Buffer.from(text, 'base64')).toString();

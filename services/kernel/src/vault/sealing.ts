import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM with a random nonce; sealed bytes are nonce ‖ tag ‖ ciphertext. Keys are 32 bytes. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The bytes were not sealed under this key for this purpose, or were changed since. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** `purpose` is bound to the sealed bytes and not part of them: they open under the same one only. */
export const seal = (key: Buffer, plain: Uint8Array, purpose = ''): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(purpose),
  );
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

/** Throws `SealBroken`. */
export const unseal = (key: Buffer, sealed: Uint8Array, purpose = ''): Buffer => {
  if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) throw new SealBroken('too short to be sealed');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealBroken('sealed under another key, for another purpose, or changed since', { cause: error });
  }
};

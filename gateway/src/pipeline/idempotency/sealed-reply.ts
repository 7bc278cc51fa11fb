import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Rendered } from '../answers/rendered.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A stored reply is encrypted under a key that only the client's own `Idempotency-Key` gives, so that the registers
 * alone show none (SPEC-idempotency). AES-256-GCM, bound to the name of its record; base64.
 */
export const sealReply = (reply: Rendered, secret: ReplySecret): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(secret.record));
  const sealed = Buffer.concat([iv, cipher.update(JSON.stringify(reply), 'utf8'), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64');
};

/** Throws when the reply was sealed under another secret or was changed. */
export const openReply = (sealed: string, secret: ReplySecret): Rendered => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(secret.record))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as Rendered;
};

export interface ReplySecret {
  /** What the client sent as `Idempotency-Key`. */
  readonly clientKey: string;
  readonly serverKey: Buffer;
  /** Name of the record that the reply stands in. */
  readonly record: string;
}

const keyOf = ({ clientKey, serverKey }: ReplySecret): Buffer =>
  Buffer.from(hkdfSync('sha256', clientKey, serverKey, 'idempotent reply', 32));

import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A fresh id, ordered by time (RFC 9562, UUIDv7). */
export const freshId = (): string => v7();

/** The same parts give the same id: UUIDv8 of SHA-256 over the parts (law 3). */
export const derivedId = (...parts: readonly (string | number)[]): string => {
  const digest = createHash('sha256').update(parts.join('\0')).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Any UUID in lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

import { hash } from 'node:crypto';
import { v7 } from 'uuid';

/** A fresh id, ordered by time (RFC 9562, UUIDv7). */
export const freshId = (): string => v7();

/** The same parts give the same id: UUIDv8 of SHA-256 over the parts (law 3). */
export const derivedId = (...parts: readonly (string | number)[]): string => {
  const hex = hash('sha256', parts.join('\0'), 'hex');
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
/** The first digit of the fourth group begins with the bits 10. */
const VARIANTS = '89ab';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Any UUID in lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

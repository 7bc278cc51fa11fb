import { isReservedKey, textFlaw } from '@cairn/kernel';

/** Why a record must not enter the log: it could not leave it as it came (security, S8 to S10). */
export interface Flaw {
  readonly code: string;
  readonly message: string;
}

/** Of every JSON that stands in a file of records: as REST takes it. */
export const JSON_LIMITS = { depth: 64 } as const;

export { textFlaw };

/** Names that mean something to JavaScript cannot be keys, here as in every body. */
export const keyFlaw = (key: string): Flaw | undefined =>
  isReservedKey(key) ? { code: 'key_invalid', message: `a key is reserved: ${key}` } : textFlaw(key);

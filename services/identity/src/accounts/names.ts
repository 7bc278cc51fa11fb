import type { ReservedKind } from '@cairn/contracts';
import { derivedId, type FieldError, foldName, type Vault, mac } from '@cairn/kernel';

/** Whether a name is compared as an e-mail address: in any form that is one with `@`. */
export const looksLikeAddress = (name: string): boolean => foldName(name).includes('@');

/**
 * An id that follows from a name. The log must not tell names, so it is made with a key of the server. That key is the
 * oldest of its ring: were it dropped, every name would be free again, so this purpose is never rotated twice.
 */
export const pepperedId = async (
  vault: Vault,
  word: string,
  ...parts: readonly [string, ...string[]]
): Promise<string> => {
  const pepper = (await vault.serverKeys('reservation')).at(-1)!.key;
  return derivedId(word, mac(pepper, ...parts).toString('base64url'));
};

/** The reservation's id of a name. */
export const reservationIdOf = (vault: Vault, kind: ReservedKind, name: string): Promise<string> =>
  pepperedId(vault, 'reservation', kind, foldName(name));

/** Controls, and what shows as nothing: two names that look the same would be two. U+2800 is the blank of Braille. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * What is wrong with a user name. One that looks like an address must be the account's own, so that nobody takes the
 * login of somebody else.
 */
export const usernameErrors = (username: string, email: string | undefined): readonly FieldError[] => {
  if (username.trim() !== username || INVISIBLE.test(username))
    return [wrong('A user name has no control or invisible characters and no blanks at its ends.')];
  return isFor(username, email)
    ? []
    : [wrong('A user name with an @ must be the e-mail address of the account.')];
};

/** What is wrong with a new address of an account that keeps its user name: that may be the address of before. */
export const addressErrors = (username: string, email: string): readonly FieldError[] =>
  isFor(username, email)
    ? []
    : [
        {
          pointer: '/email',
          code: 'format',
          message: 'The user name is another e-mail address: change `username` in the same request.',
        },
      ];

const isFor = (username: string, email: string | undefined): boolean =>
  !looksLikeAddress(username) || (email !== undefined && foldName(username) === foldName(email));

const wrong = (message: string): FieldError => ({ pointer: '/username', code: 'format', message });

import { createHash, createHmac } from 'node:crypto';
import { derivedId, type Vault, sameBytes } from '@cairn/kernel';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
export const KEY_START = 'ck_';
/** `ck_` and five characters stand in lists, 43 are the secret, six check the rest (SPEC-10). */
const PREFIX_CHARACTERS = 8;
const OWN_CHARACTERS = 48;
const CHECK_CHARACTERS = 6;
const SHAPE = /^ck_[0-9A-Za-z]{54}$/;

/** The key that a command makes: a retry of the command shows the same one. */
export const apiKeyOfCommand = async (vault: Vault, commandId: string): Promise<string> => {
  const { key } = (await vault.serverKeys('api-key'))[0]!;
  const digest = createHmac('sha512', key).update(commandId).digest();
  const body = `${KEY_START}${base62(digest, OWN_CHARACTERS)}`;
  return `${body}${checkOf(body)}`;
};

/** Whether a text can be a key at all: a typing error is found without looking anywhere. */
export const looksLikeApiKey = (text: string): boolean =>
  SHAPE.test(text) && checkOf(text.slice(0, -CHECK_CHARACTERS)) === text.slice(-CHECK_CHARACTERS);

export const prefixOf = (key: string): string => key.slice(0, PREFIX_CHARACTERS);

/** The id of a key follows from the key, 256 bits of which nobody can guess: it is found without an index. */
export const idOfApiKey = (key: string): string => derivedId('api-key', key);

/** What the vault keeps of a key. */
export const apiKeyRow = (key: string, owner: string) => ({
  kind: 'api-key',
  owner,
  sha256: sha256Of(key).toString('base64url'),
});

/** Whether a row of the vault is that of the key. */
export const isRowOfKey = (row: Awaited<ReturnType<Vault['findCredential']>>, key: string): boolean => {
  const stored = row?.['sha256'];
  return typeof stored === 'string' && sameBytes(Buffer.from(stored, 'base64url'), sha256Of(key));
};

const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();

const checkOf = (body: string): string => base62(sha256Of(`check ${body}`), CHECK_CHARACTERS);

/** The last digits of a number so much larger that all are as likely. */
const base62 = (digest: Buffer, length: number): string => {
  let rest = BigInt(`0x${digest.toString('hex')}`);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text += ALPHABET[Number(rest % BASE)]!;
    rest /= BASE;
  }
  return text;
};

import { createHash } from 'node:crypto';
import { macOfServer, sameBytes, type Vault } from '@cairn/kernel';
import { Secret, TOTP } from 'otpauth';
import type { ProvenCode } from '../domain/second-factor/decisions.js';

const PURPOSE = 'otp';
const ISSUER = 'Cairn';
/** As every authenticator has it: SHA-1, six digits, thirty seconds (SPEC-one-time-passwords). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const STEP_MS = PARAMETERS.period * 1000;
/** Steps before and after now whose codes are taken. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Without letters that look alike; ten characters are fifty bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_CHARACTERS = 10;

/** What a person is told once: the secret, base32, and the recovery codes. */
export interface OtpSecret {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Makes the secret of a credential and puts it into the vault; a retry of the same command gives the same. */
export const keepOtpSecret = async (
  vault: Vault,
  credentialId: string,
  owner: string,
): Promise<OtpSecret> => {
  const seed = await macOfServer(vault, PURPOSE, credentialId, 'secret');
  const secret = new Secret({ buffer: arrayOf(seed.subarray(0, SECRET_BYTES)) }).base32;
  const recoveryCodes = await Promise.all(
    Array.from({ length: RECOVERY_CODES }, async (_, number) =>
      recoveryCodeOf(await macOfServer(vault, PURPOSE, credentialId, number)),
    ),
  );
  const recovery = recoveryCodes.map((code) => sha256Of(code).toString('base64url'));
  await vault.putCredential(credentialId, { kind: 'otp', owner, secret, recovery });
  return { secret, recoveryCodes };
};

/** What an authenticator scans; `account` is how the person knows the account. */
export const otpauthUri = (secret: string, account: string): string =>
  new TOTP({ ...PARAMETERS, issuer: ISSUER, label: account, secret: Secret.fromBase32(secret) }).toString();

/** What a code is of the credential, `undefined` for none. `now` is in milliseconds. */
export const provenCode = async (
  vault: Vault,
  credentialId: string,
  text: string,
  now: number,
): Promise<ProvenCode | undefined> => {
  const row = await vault.findCredential(credentialId);
  const secret = row?.['secret'];
  if (typeof secret !== 'string') return undefined;
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return stepOf(credentialId, secret, code, now);
  const number = numberIn(row?.['recovery'], code);
  return number === undefined ? undefined : { credentialId, kind: 'recovery', number };
};

const stepOf = (credentialId: string, secret: string, code: string, now: number): ProvenCode | undefined => {
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });
  const difference = totp.validate({ token: code, window: WINDOW, timestamp: now });
  return difference === null
    ? undefined
    : { credentialId, kind: 'step', step: Math.floor(now / STEP_MS) + difference };
};

const numberIn = (stored: unknown, code: string): number | undefined => {
  if (!Array.isArray(stored)) return undefined;
  const hash = sha256Of(code);
  const matches = stored.map((each) => sameBytes(Buffer.from(String(each), 'base64url'), hash));
  const number = matches.indexOf(true);
  return number === -1 ? undefined : number;
};

const recoveryCodeOf = (bytes: Buffer): string =>
  [...bytes.subarray(0, RECOVERY_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** As it is read off paper: a dash in the middle. */
export const asPrinted = (recoveryCode: string): string =>
  `${recoveryCode.slice(0, RECOVERY_CHARACTERS / 2)}-${recoveryCode.slice(RECOVERY_CHARACTERS / 2)}`;

const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();

const arrayOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

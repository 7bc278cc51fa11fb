import { createHash } from 'node:crypto';
import { type Refusal, refuse, takeTurns, type Vault } from '@cairn/kernel';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind), 19 MiB, two passes, one lane (SPEC-passwords). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const SALT_BYTES = 16;
const LEAST_PASSWORD_CHARACTERS = 12;

/** Half of the threads that Node has for work of this kind: every write waits for the disk, which needs one too. */
const LANES = 2;
const lanes = takeTurns();
let next = 0;

/** Runs one argon2id when a lane is free. */
const inALane = <Result>(work: () => Promise<Result>): Promise<Result> => {
  next = (next + 1) % LANES;
  return lanes(String(next), work);
};

/** Nobody's password: what an unknown login is compared with, so that it takes as long as a known one (S12). */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$5vUPtzfNCujjcni66k3AAw$JOLBs6aHZHFhGoUef1JVBuXfcoO9UkwIcR+eDeKKwdc';

/**
 * Puts a password into the vault under a credential's id, before the event that names it. The salt follows from the id,
 * so that a retry of the same command writes the same row.
 */
export const keepPassword = async (
  vault: Vault,
  credentialId: string,
  owner: string,
  password: string,
): Promise<void> => {
  const salt = createHash('sha256').update(credentialId).digest().subarray(0, SALT_BYTES);
  await vault.putCredential(credentialId, {
    kind: 'password',
    owner,
    hash: await inALane(() => hash(normalized(password), { ...COST, salt })),
  });
};

/** Whether it is the password of the credential; `undefined` stands for nobody's. Always exactly one argon2id. */
export const isPassword = async (
  vault: Vault,
  credentialId: string | undefined,
  password: string,
): Promise<boolean> => {
  const row = await vault.findCredential(credentialId ?? '');
  const stored = row?.['hash'];
  const compared = typeof stored === 'string' ? stored : NOBODYS;
  const right = await inALane(() => verify(compared, normalized(password)));
  return right && compared === stored;
};

/** Twelve characters or more, each code point one. */
export const isLongEnough = (password: string): boolean =>
  Array.from(normalized(password)).length >= LEAST_PASSWORD_CHARACTERS;

/** However a keyboard composes it, it is the same password. */
const normalized = (password: string): string => password.normalize('NFKC');

export const weakPassword = (pointer: string): Refusal =>
  refuse('password_too_weak', 'The password has fewer than 12 characters, or is the name of the account.', [
    { pointer, code: 'password_too_weak', message: 'needs 12 characters or more, other than the name' },
  ]);

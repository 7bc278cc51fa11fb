import { randomBytes, scryptSync } from 'node:crypto';
import { CairnError } from '../errors/cairn-error.js';
import { SealBroken, seal, unseal } from './sealing.js';

/** About 80 ms and 32 MB, once at start. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const PROOF = 'the secret of this vault';

/** The secret given is not the one that the vault is wrapped by. */
export class WrongVaultSecret extends CairnError {
  override readonly name = 'WrongVaultSecret';
  override readonly explained = true;
}

/** Where what is sealed stands. */
export const SEALED_TABLES = ['persons', 'credentials', 'server_keys'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];

/**
 * How bytes are kept in the store. A row's table and id (of a server key: its purpose and id, `serverKeyRow`) are bound to
 * them: moved to another row, they do not open.
 */
export interface Wrapping {
  wrap(table: SealedTable, id: string, plain: Uint8Array): Buffer;
  /** Throws `SealBroken`. */
  unwrap(table: SealedTable, id: string, kept: Buffer): Buffer;
}

/** What a process is started with. */
export interface VaultSecrets {
  readonly secret?: string | undefined;
  /** What wraps the vault until now, when it is to be wrapped anew by the secret; `none`: nothing does. */
  readonly secretBefore?: string | undefined;
}

/** What a wrapped vault keeps: a text sealed under what the secret and the salt give. Without it there is no secret. */
export interface WrappingProof {
  readonly salt: Buffer;
  readonly proof: Buffer;
}

/** A vault that is to be wrapped anew, and what it keeps of it then. */
export interface Rewrapping {
  readonly before: Wrapping;
  readonly wrapping: Wrapping;
  readonly kept: WrappingProof;
}

const plainWrapping: Wrapping = {
  wrap: (_table, _id, plain) => Buffer.from(plain),
  unwrap: (_table, _id, kept) => Buffer.from(kept),
};

const wrappingUnder = (key: Buffer): Wrapping => ({
  wrap: (table, id, plain) => seal(key, plain, `${table}/${id}`),
  unwrap: (table, id, kept) => unseal(key, kept, `${table}/${id}`),
});

/** A wrapping for a vault that has none. */
export const newWrapping = (
  secret: string,
): { readonly wrapping: Wrapping; readonly kept: WrappingProof } => {
  const salt = randomBytes(16);
  const key = keyFrom(secret, salt);
  return { wrapping: wrappingUnder(key), kept: { salt, proof: seal(key, Buffer.from(PROOF), PROOF) } };
};

/** The wrapping of a vault that keeps this, or how it is to be wrapped anew first. Throws `WrongVaultSecret`. */
export const wrappingOf = (
  { secret, secretBefore }: VaultSecrets,
  kept: WrappingProof | undefined,
): Wrapping | Rewrapping => {
  const known = wrappingBy(secret, kept);
  if (known !== undefined) return known;
  if (secret === undefined)
    throw new WrongVaultSecret('The vault is wrapped by a secret and none was given: set CAIRN_SECRET.');
  if (secretBefore === undefined) throw new WrongVaultSecret(kept === undefined ? NOT_WRAPPED : ANOTHER);
  const before = wrappingBy(secretBefore === NONE ? undefined : secretBefore, kept);
  if (before === undefined) throw new WrongVaultSecret(kept === undefined ? NONE_BEFORE : ANOTHER_BEFORE);
  return { before, ...newWrapping(secret) };
};

const NONE = 'none';
const ANOTHER = 'CAIRN_SECRET is not the secret that the vault is wrapped by.';
const NOT_WRAPPED =
  'The vault is not wrapped by a secret, and other processes may use it as it is: unset CAIRN_SECRET, ' +
  'or stop every process of Cairn and start with CAIRN_SECRET_BEFORE=none.';
const ANOTHER_BEFORE =
  'Neither CAIRN_SECRET nor CAIRN_SECRET_BEFORE is the secret that the vault is wrapped by.';
const NONE_BEFORE = 'The vault is not wrapped by a secret: CAIRN_SECRET_BEFORE must be none.';

/** `undefined`: the vault is wrapped by another secret, or by none. */
const wrappingBy = (secret: string | undefined, kept: WrappingProof | undefined): Wrapping | undefined => {
  if (secret === undefined || kept === undefined) return secret === kept ? plainWrapping : undefined;
  const key = keyFrom(secret, kept.salt);
  try {
    unseal(key, kept.proof, PROOF);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return undefined;
  }
  return wrappingUnder(key);
};

const keyFrom = (secret: string, salt: Buffer): Buffer =>
  scryptSync(secret.normalize('NFKC'), salt, 32, SCRYPT);

import { randomBytes, scryptSync } from 'node:crypto';
import { SealBroken, seal, unseal } from './sealing.js';

/** About 80 ms and 32 MB, once at start. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const PROOF = 'the secret of this vault';

/** The secret given is not the one that the vault is wrapped by. */
export class WrongVaultSecret extends Error {
  override readonly name = 'WrongVaultSecret';
}

/** Where what is sealed stands. */
export const SEALED_TABLES = ['persons', 'credentials', 'server_keys'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];

/** How bytes are kept in the store. A row's table and id are bound to them: moved to another row, they do not open. */
export interface Wrapping {
  wrap(table: SealedTable, id: string, plain: Uint8Array): Buffer;
  /** Throws `SealBroken`. */
  unwrap(table: SealedTable, id: string, kept: Buffer): Buffer;
}

/** What a wrapped vault keeps: a text sealed under what the secret and the salt give. Without it there is no secret. */
export interface WrappingProof {
  readonly salt: Buffer;
  readonly proof: Buffer;
}

export const plainWrapping: Wrapping = {
  wrap: (_table, _id, plain) => Buffer.from(plain),
  unwrap: (_table, _id, kept) => Buffer.from(kept),
};

const wrappingUnder = (key: Buffer): Wrapping => ({
  wrap: (table, id, plain) => seal(key, plain, `${table}/${id}`),
  unwrap: (table, id, kept) => unseal(key, kept, `${table}/${id}`),
});

/** A wrapping for a vault that had none. */
export const newWrapping = (
  secret: string,
): { readonly wrapping: Wrapping; readonly kept: WrappingProof } => {
  const salt = randomBytes(16);
  const key = keyFrom(secret, salt);
  return { wrapping: wrappingUnder(key), kept: { salt, proof: seal(key, Buffer.from(PROOF), PROOF) } };
};

/** The wrapping of a vault that is wrapped. Throws `WrongVaultSecret`. */
export const knownWrapping = (secret: string | undefined, { salt, proof }: WrappingProof): Wrapping => {
  if (secret === undefined)
    throw new WrongVaultSecret('The vault is wrapped by a secret and none was given: set CAIRN_SECRET.');
  const key = keyFrom(secret, salt);
  try {
    unseal(key, proof, PROOF);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new WrongVaultSecret('CAIRN_SECRET is not the secret that the vault is wrapped by.');
  }
  return wrappingUnder(key);
};

const keyFrom = (secret: string, salt: Buffer): Buffer =>
  scryptSync(secret.normalize('NFKC'), salt, 32, SCRYPT);

import type { Vault } from '@cairn/kernel';
import { pepperedId } from '../accounts/names.js';
import type { SecretOwner } from '../domain/secret/state.js';

/** The stream of a secret by its owner and its name, which the log must not tell. */
export const secretIdOf = (vault: Vault, owner: SecretOwner, name: string): Promise<string> =>
  pepperedId(vault, 'secret', 'secret', 'userId' in owner ? owner.userId : owner.organizationId, name);

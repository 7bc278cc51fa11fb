import { CairnError } from '../errors/cairn-error.js';

/**
 * How a vault is written, with all that is sealed under its keys in the log. It counts up when what another release wrote
 * would not open here: since 2 a personal text is bound to its place, and a server key to its purpose.
 */
export const VAULT_FORM = 2;

/** The vault was written by a release that seals otherwise: nothing under its keys would open. */
export class VaultOfAnotherRelease extends CairnError {
  override readonly name = 'VaultOfAnotherRelease';
  override readonly explained = true;
}

/** Asked of a vault that is not new; 0 where it says nothing. Throws `VaultOfAnotherRelease`. */
export const refuseOtherForm = (form: number): void => {
  if (form === VAULT_FORM) return;
  throw new VaultOfAnotherRelease(
    `The vault is in form ${form}, and this release reads form ${VAULT_FORM}: start the release that wrote it, or begin anew ` +
      'with an empty data folder (CAIRN_DATA_DIR) or database (CAIRN_VAULT_MONGODB_URL).',
  );
};

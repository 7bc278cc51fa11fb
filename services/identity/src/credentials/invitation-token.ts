import { macOfServer, madeByServer, type Vault } from '@cairn/kernel';
import { idToken, readIdToken } from './id-token.js';

const PURPOSE = 'invitation';

/** What a mailed link carries for an invitation: its id and a mac of it. Nothing is stored of it. */
export const invitationTokenOf = async (vault: Vault, invitationId: string): Promise<string> =>
  idToken(invitationId, await macOfServer(vault, PURPOSE, invitationId));

/** The invitation that a token is of; `undefined` when this server did not make it. */
export const invitationIn = async (vault: Vault, token: string): Promise<string | undefined> => {
  const said = readIdToken(token);
  return said && (await madeByServer(vault, PURPOSE, said.proof, said.id)) ? said.id : undefined;
};

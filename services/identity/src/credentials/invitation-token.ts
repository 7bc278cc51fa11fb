import { macOfServer, madeByServer, type Vault } from '@cairn/kernel';

const PURPOSE = 'invitation';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const BYTES = 16;

/** What a mailed link carries for an invitation: its id and a mac of it. Nothing is stored of it. */
export const invitationTokenOf = async (vault: Vault, invitationId: string): Promise<string> => {
  const id = Buffer.from(invitationId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, await macOfServer(vault, PURPOSE, invitationId)]).toString('base64url');
};

/** The invitation that a token is of, character for character; `undefined` when this server did not make it. */
export const invitationIn = async (vault: Vault, token: string): Promise<string | undefined> => {
  const bytes = Buffer.from(token, 'base64url');
  const hex = bytes.subarray(0, BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const isWhole = bytes.toString('base64url') === token && UUID.test(id);
  return isWhole && (await madeByServer(vault, PURPOSE, bytes.subarray(BYTES), id)) ? id : undefined;
};

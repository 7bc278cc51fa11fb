import type { Vault } from '@cairn/kernel';
import { macOfServer, madeByServer } from './mac.js';

const PURPOSE = 'reset';

/** What a mailed link carries for a reset. Nothing is stored of it. */
export const resetTokenOf = async (vault: Vault, userId: string, resetId: string): Promise<string> =>
  (await macOfServer(vault, PURPOSE, userId, resetId)).toString('base64url');

/** Whether the token is that of the reset, character for character. */
export const isResetToken = async (
  vault: Vault,
  userId: string,
  resetId: string,
  token: string,
): Promise<boolean> => {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token && madeByServer(vault, PURPOSE, bytes, userId, resetId);
};

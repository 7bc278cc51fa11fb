import type { Refusal, Vault } from '@cairn/kernel';
import { reservationIdOf } from '../accounts/names.js';
import type { Account } from '../domain/user/state.js';
import { isLongEnough, weakPassword } from './passwords.js';

/** Whether an account may have this password: twelve characters, and neither its user name nor its address. */
export const newPasswordRefusal = async (
  vault: Vault,
  account: Account,
  password: string,
  pointer: string,
): Promise<Refusal | undefined> => {
  const asUsername = await reservationIdOf(vault, 'username', password);
  const asEmail = await reservationIdOf(vault, 'email', password);
  const isName =
    asUsername === account.heldUsername.reservation_id || asEmail === account.heldEmail.reservation_id;
  return isName || !isLongEnough(password) ? weakPassword(pointer) : undefined;
};

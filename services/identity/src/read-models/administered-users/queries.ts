import type { SignInState, User } from '@cairn/contracts';
import type { Clock, QueryContext, Registers, Vault, Versioned } from '@cairn/kernel';
import { failuresOfAccount } from '../../sign-in/attempts.js';
import { otpLockedUntil } from '../../sign-in/otp-challenges.js';
import { SECOND_FACTORS } from '../second-factors/project.js';
import { SESSIONS } from '../sessions/project.js';
import { USERS } from '../users/project.js';
import { userById } from '../users/queries.js';

/** What tells of failed logins. */
export interface SignInTools {
  readonly registers: Registers;
  readonly vault: Vault;
}

const MOST_SESSIONS = 1_000;

/** An account as administrators see it; one that was erased is none. */
export const administeredUser = async (
  { documents }: Pick<QueryContext, 'documents'>,
  { registers }: Pick<SignInTools, 'registers'>,
  id: string,
): Promise<Versioned<User> | undefined> => {
  const document = await documents.get(USERS, id);
  return document === undefined || document['erased'] === true
    ? undefined
    : userById({ documents }, registers, id);
};

/** Why the person of an account may be unable to sign in. */
export const signInState = async (
  { documents, at }: Pick<QueryContext, 'documents' | 'at'>,
  tools: SignInTools,
  { id, email_verified = false, last_login }: User,
): Promise<SignInState> => {
  const clock: Clock = { now: () => Date.parse(at) };
  const { failures, lockedUntil } = await failuresOfAccount({ ...tools, clock }, id);
  const otpLocked = await otpLockedUntil({ ...tools, clock }, id);
  const epoch = Number((await documents.get(USERS, id))?.['epoch'] ?? 0);
  return {
    email_verified,
    second_factor: (await documents.get(SECOND_FACTORS, id))?.['enabled'] === true,
    failed_logins: failures,
    ...(lockedUntil === undefined ? {} : { locked_until: new Date(lockedUntil).toISOString() }),
    ...(otpLocked === undefined ? {} : { otp_locked_until: new Date(otpLocked).toISOString() }),
    ...(last_login === undefined ? {} : { last_login }),
    sessions: await documents.count(SESSIONS, { fields: { user_id: id, epoch } }, MOST_SESSIONS),
  };
};

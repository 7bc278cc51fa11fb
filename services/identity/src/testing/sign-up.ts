import type { SignedIn } from '@cairn/contracts';
import { derivedId, freshId, type Principal } from '@cairn/kernel';
import { type IdentityUnderTest, person } from './identity-under-test.js';

export const PASSWORD = 'correct horse battery';

export const ada = { username: 'ada', email: 'ada@example.org', password: PASSWORD };
export const grace = { username: 'grace', email: 'grace@example.org', password: PASSWORD };

/** Registers somebody; answers the account's id. */
export const signUp = async (
  under: IdentityUnderTest,
  body: { readonly username: string; readonly email: string; readonly password: string } = ada,
): Promise<string> => {
  const id = freshId();
  await under.done('register', { body }, { id });
  return derivedId(id, 'user', 0);
};

const client = { ip: '192.0.2.1', user_agent: 'curl/8.5.0' };
export const credentials = (
  username = 'ada',
  password = PASSWORD,
  device?: { readonly device_token: string },
) => ({
  body: { username, password, ...device },
  ...client,
});

/** Signs in; answers the tokens. */
export const signIn = async (
  under: IdentityUnderTest,
  username = 'ada',
  password = PASSWORD,
): Promise<SignedIn> => (await under.done('login', credentials(username, password))).result as SignedIn;

/** Signs in; answers who that is. For so long after it, nothing asks for the password again. */
export const asPerson = async (under: IdentityUnderTest, username = 'ada'): Promise<Principal> =>
  principalOf(await signIn(under, username));

export const principalOf = ({ user_id: userId, session_id: sessionId }: SignedIn): Principal =>
  person(userId, sessionId);

import { arrivedMails, resetLinkIn } from './mailbox.js';
import { PASSWORD, type Person } from './people.js';
import type { ServedCairn } from './topology.js';

/** A bearer that is good, and what takes that away; it ends when the write that does so was answered. */
export interface Bearer {
  readonly token: string;
  readonly take: () => Promise<unknown>;
}
type Way = (cairn: ServedCairn, person: Person) => Promise<Bearer>;

const NEXT = `${PASSWORD}, another`;

const session = async (cairn: ServedCairn, person: Person): Promise<string> =>
  (await cairn.client().call('login', { body: { username: person.username, password: PASSWORD } })).body
    .apikey;
const key = async ({ client }: Person) =>
  (await client.call('createAPIKey', { body: { name: 'a key', scopes: ['*:*'] } })).body;

/** Every way that there is today to take a session or a key away (S18). */
export const waysToTake: Readonly<Record<string, Way>> = {
  'the session ends': async (cairn, person) => {
    const token = await session(cairn, person);
    return { token, take: () => cairn.client(token).call('logout') };
  },
  'the session is ended from another': async (cairn, person) => {
    const token = await session(cairn, person);
    const { body } = await cairn.client(token).call('listSessions');
    const id = body.find(({ current }) => current)?.id ?? '';
    return { token, take: () => person.client.call('endSession', { params: { id } }) };
  },
  'the password is changed': async (cairn, person) => {
    const body = { password: PASSWORD, new_password: NEXT, repeat_password: NEXT };
    return {
      token: await session(cairn, person),
      take: () => person.client.call('changePassword', { body }),
    };
  },
  'the password is reset, which ends all sessions': async (cairn, person) => {
    const token = await session(cairn, person);
    await cairn.client().call('requestPasswordReset', { body: { login: person.username } });
    const { userId, token: reset_token } = resetLinkIn((await arrivedMails(cairn, person.email))[0] ?? '');
    const params = { user_id: userId, reset_token };
    return {
      token,
      take: () =>
        cairn.client().call('resetPassword', { params, body: { password: NEXT, repeat_password: NEXT } }),
    };
  },
  'the key is disabled': async (_, person) => {
    const { id, key: token } = await key(person);
    const disabled = { params: { id }, body: { disabled: true } };
    return { token, take: () => person.client.call('updateAPIKey', disabled) };
  },
  'the key is deleted': async (_, person) => {
    const { id, key: token } = await key(person);
    return { token, take: () => person.client.call('deleteAPIKey', { params: { id } }) };
  },
  'the key is replaced without grace': async (_, person) => {
    const { id, key: token } = await key(person);
    const request = { params: { id }, body: { grace_hours: 0 } };
    return { token, take: () => person.client.call('rotateAPIKey', request) };
  },
  'the account of the session is erased': async (cairn, person) => ({
    token: await session(cairn, person),
    take: () => person.client.call('deleteMe'),
  }),
  'the account of the key is erased': async (_, person) => ({
    token: (await key(person)).key,
    take: () => person.client.call('deleteMe'),
  }),
};

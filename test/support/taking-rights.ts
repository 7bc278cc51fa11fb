import { assets } from '@cairn/contracts';
import { askAsset } from './assets.js';
import { joinFirm } from './firm.js';
import { past, soon } from './granting.js';
import { arrivedMails, resetLinkIn } from './mailbox.js';
import { administrator, PASSWORD, type Person, somebody } from './people.js';
import type { ServedCairn } from './topology.js';

/** A bearer that is good, and what takes that away; it ends when the write that does so was answered. */
interface Bearer {
  readonly token: string;
  readonly take: () => Promise<unknown>;
}
type Way = (cairn: ServedCairn, person: Person) => Promise<Bearer>;

const NEXT = `${PASSWORD}, another`;

const session = async (cairn: ServedCairn, person: Person): Promise<string> =>
  (await cairn.client().call('login', { body: { username: person.username, password: PASSWORD } })).body
    .apikey;
const reset = async (cairn: ServedCairn, { username, email }: Person): Promise<Bearer['take']> => {
  await cairn.client().call('requestPasswordReset', { body: { login: username } });
  const { userId, token } = resetLinkIn((await arrivedMails(cairn, email))[0] ?? '');
  const params = { user_id: userId, reset_token: token };
  const body = { password: NEXT, repeat_password: NEXT };
  return () => cairn.client().call('resetPassword', { params, body });
};
const key = async ({ client }: Person) =>
  (await client.call('createAPIKey', { body: { name: 'a key', scopes: ['*:*'] } })).body;

/** A key of somebody else's organization that a member of it made, whose datasets are in it; and who founded it. */
const keyOfOrganization = async (cairn: ServedCairn, { client, email }: Person) => {
  const founder = await somebody(cairn, 'founder');
  const slug = `of-${founder.username}`;
  const { body: organization } = await founder.client.call('createOrganization', {
    body: { name: 'A firm', slug },
  });
  const { id: organization_id } = organization;
  await joinFirm(cairn, organization_id, founder, { client, email }, 'org_admin');
  for (const { operations } of assets) {
    const { method, path } = operations.list;
    const listed = await client.send({ method, path, query: { shared_with_me: false } });
    for (const { id } of (await listed.json()) as readonly { readonly id: string }[])
      await askAsset({ client }, operations.update, id, { organization_id });
  }
  const body = { name: 'of the firm', scopes: ['*:*'], organization_id };
  const { id, key: bearer } = (await client.call('createAPIKey', { body })).body;
  return { token: bearer, founder: founder.client, params: { organization_id, id } };
};

/** Every way that there is today to take a session or a key away (S18). */
export const waysToTake: Readonly<Record<string, Way>> = {
  'the session ends': async (cairn, person) => {
    const token = await session(cairn, person);
    return { token, take: () => cairn.client(token).call('logout') };
  },
  'all sessions end': async (cairn, person) => ({
    token: await session(cairn, person),
    take: () => person.client.call('logout', { query: { all: true } }),
  }),
  'a refresh token of the session comes again that had been replaced twice': async (cairn, person) => {
    const body = { username: person.username, password: PASSWORD };
    const { body: first } = await cairn.client().call('login', { body });
    const refresh = (refresh_token = '') => cairn.client().try('refreshToken', { body: { refresh_token } });
    const next = async (refresh_token = '') =>
      (await cairn.client().call('refreshToken', { body: { refresh_token } })).body;
    const second = await next(first.refresh_token);
    const { apikey: token } = await next(second.refresh_token);
    return { token, take: () => refresh(first.refresh_token) };
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
  'the password is changed, and all keys end': async (_, person) => {
    const body = { password: PASSWORD, new_password: NEXT, repeat_password: NEXT, revoke_api_keys: true };
    return { token: (await key(person)).key, take: () => person.client.call('changePassword', { body }) };
  },
  'the password is reset, which ends all sessions': async (cairn, person) => ({
    token: await session(cairn, person),
    take: await reset(cairn, person),
  }),
  'the password is reset, which ends all keys': async (cairn, person) => ({
    token: (await key(person)).key,
    take: await reset(cairn, person),
  }),
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
  'the key is disabled by an administrator of its organization': async (cairn, person) => {
    const { token, founder, params } = await keyOfOrganization(cairn, person);
    const body = { disabled: true };
    return { token, take: () => founder.call('updateOrganizationAPIKey', { params, body }) };
  },
  'the key is deleted by an administrator of its organization': async (cairn, person) => {
    const { token, founder, params } = await keyOfOrganization(cairn, person);
    return { token, take: () => founder.call('deleteOrganizationAPIKey', { params }) };
  },
  'who made the key leaves its organization': async (cairn, person) => {
    const { token, founder, params } = await keyOfOrganization(cairn, person);
    const member = { id: params.organization_id, user_id: person.id };
    return { token, take: () => founder.call('removeOrganizationMember', { params: member }) };
  },
  'the organization of the key is deleted': async (cairn, person) => {
    const { token, founder, params } = await keyOfOrganization(cairn, person);
    const organization = { id: params.organization_id };
    return { token, take: () => founder.call('deleteOrganization', { params: organization }) };
  },
  'the organization of the key is disabled': async (cairn, person) => {
    const { token, params } = await keyOfOrganization(cairn, person);
    const organization = { params: { id: params.organization_id }, body: { disabled: true } };
    const { client } = await administrator(cairn);
    return { token, take: () => client.call('updateOrganization', organization) };
  },
  'who made the key is in its organization until a moment': async (cairn, person) => {
    const { token, founder, params } = await keyOfOrganization(cairn, person);
    const member = { id: params.organization_id, user_id: person.id };
    // Who administers it is in it without end.
    await founder.call('updateOrganizationMember', { params: member, body: { role_slug: 'org_member' } });
    const take = async () => {
      const expires_at = soon();
      await founder.call('updateOrganizationMember', { params: member, body: { expires_at } });
      await past(expires_at);
    };
    return { token, take };
  },
  'the account of the session is disabled': async (cairn, person) => ({
    token: await session(cairn, person),
    take: () => disable(cairn, person),
  }),
  'the account of the key is disabled': async (cairn, person) => ({
    token: (await key(person)).key,
    take: () => disable(cairn, person),
  }),
  'the account of the session is erased': async (cairn, person) => ({
    token: await session(cairn, person),
    take: () => leaveForGood(person),
  }),
  'the account of the key is erased': async (_, person) => ({
    token: (await key(person)).key,
    take: () => leaveForGood(person),
  }),
};

const disable = async (cairn: ServedCairn, person: Person): Promise<unknown> => {
  await leaveOrganizations(person);
  const { client } = await administrator(cairn);
  return client.call('updateUser', { params: { user_id: person.id }, body: { disabled: true } });
};
const leaveForGood = async (person: Person): Promise<unknown> => {
  await leaveOrganizations(person);
  return person.client.call('deleteMe');
};

/** The last administrator of an organization is neither erased nor disabled: what they administer goes first. */
const leaveOrganizations = async ({ client }: Person): Promise<void> => {
  const { body: organizations } = await client.call('listOrganizations');
  for (const { id } of organizations) await client.call('deleteOrganization', { params: { id } });
};

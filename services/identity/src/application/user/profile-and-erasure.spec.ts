import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreateAPIKeyResponse } from '@cairn/contracts';
import type { Principal, SentMail } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { isPassword } from '../../credentials/passwords.js';
import { API_KEYS } from '../../read-models/api-keys/project.js';
import { lastUse } from '../../sign-in/last-used.js';
import { SESSIONS } from '../../read-models/sessions/project.js';
import { USERS } from '../../read-models/users/project.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { ada, asPerson, credentials, grace, principalOf, signIn, signUp } from '../../testing/sign-up.js';

describe('a change of the profile', () => {
  let under: IdentityUnderTest;
  let id: string;
  let principal: Principal;
  beforeEach(async () => {
    under = await startIdentity();
    id = await signUp(under);
    principal = await asPerson(under);
  });
  afterEach(() => under.remove());
  const change = (body: Readonly<Record<string, string>>, more = {}) =>
    under.send('updateMe', { body }, { principal, ...more });

  it('sets what is given and leaves the rest', async () => {
    await change({ firstname: 'Augusta Ada' });
    expect(await under.documents.get(USERS, id)).toMatchObject({
      username: 'ada',
      email: 'ada@example.org',
      name: '',
      firstname: 'Augusta Ada',
      revision: '2',
    });
  });

  it('moves to a new name and frees the old one at once', async () => {
    await change({ username: 'lovelace', email: 'lovelace@example.org' });
    expect((await signIn(under, 'lovelace')).user_id).toBe(id);
    expect((await under.refused('login', credentials('ada'))).code).toBe('invalid_credentials');
    const other = await signUp(under, ada);
    expect((await signIn(under, 'ada')).user_id).toBe(other);
  });

  it('may change the case of its own name, and come back to a name', async () => {
    await change({ username: 'Ada' });
    await change({ username: 'lovelace' });
    await change({ username: 'ada' });
    expect((await signIn(under, 'ada')).user_id).toBe(id);
    expect((await under.refused('login', credentials('lovelace'))).code).toBe('invalid_credentials');
  });

  it('does not take another’s name, and keeps no other name reserved for it', async () => {
    await signUp(under, grace);
    expect(await change({ username: 'lovelace', email: 'GRACE@example.org' })).toMatchObject({
      code: 'email_taken',
    });
    await signUp(under, { ...ada, username: 'lovelace', email: 'lovelace@example.org' });
  });

  it('gives back what it reserved when the account has changed meanwhile', async () => {
    const refused = await change({ username: 'lovelace' }, { expectedRevisions: ['7'] });
    expect(refused).toMatchObject({ code: 'precondition_failed' });
    await signUp(under, { ...ada, username: 'lovelace', email: 'lovelace@example.org' });
  });

  it('takes a user name with an @ only when it is the own address', async () => {
    for (const username of ['grace@example.org', 'grace\uff20example.org'])
      expect(await change({ username })).toMatchObject({ code: 'invalid_body' });
    expect(await change({ username: 'ADA@example.org' })).toMatchObject({ status: 'done' });
  });

  it('does not leave its old address as its user name, which would be the login of the next who has it', async () => {
    await change({ username: ada.email });
    expect(await change({ email: 'countess@example.org' })).toMatchObject({
      code: 'invalid_body',
      errors: [{ pointer: '/email' }],
    });
    expect(await change({ username: 'ada', email: 'countess@example.org' })).toMatchObject({
      status: 'done',
    });
    const other = await signUp(under, { ...ada, username: ada.email });
    expect((await signIn(under, ada.email)).user_id).toBe(other);
    expect((await signIn(under, 'ada')).user_id).toBe(id);
  });

  it('does not either when both are changed at the same moment', async () => {
    const replies = await Promise.all([
      change({ username: ada.email }),
      change({ email: 'countess@example.org' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual(['done', 'refused']);
  });
});

describe('an erasure', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
  });
  afterEach(() => under.remove());

  const filesWith = (text: string): readonly string[] =>
    readdirSync(under.folder).filter((name) => readFileSync(join(under.folder, name)).includes(text));

  it('law 8: leaves nothing of the person that can be read (S38)', async () => {
    const id = await signUp(under);
    const session = await signIn(under);
    const principal = principalOf(session);
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    await under.done('updateMe', { body: { email: 'countess@example.org' } }, { principal });
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    const makeKey = async (name: string) =>
      (await under.done('createAPIKey', { body: { name, scopes: ['*:*'] } }, { principal }))
        .result as CreateAPIKeyResponse;
    const { key } = await makeKey('key of the countess');
    const old = await makeKey('old key of the countess');
    await under.done('deleteAPIKey', { id: old.id }, { principal });
    await under.authenticator.authenticate(key);
    const said = ['ada@example.org', 'countess@example.org', '192.0.2.1', 'key of the countess'];
    await until(async () => filesWith('countess@example.org').length > 0);
    await until(async () => filesWith('old key of the countess').length > 0);

    const done = await under.done('deleteMe', {}, { principal });
    expect(done.result).toEqual({ erased: true });

    expect(await under.vault.findKey(id)).toBeUndefined();
    expect(under.mails.map(({ to }) => to)).toEqual([
      'ada@example.org',
      'ada@example.org',
      'countess@example.org',
    ]);
    expect(under.verifications.map(({ to }) => to)).toEqual(['ada@example.org', 'countess@example.org']);
    const sentMails = [...under.mails, ...under.verifications];
    const byId = (one: SentMail, other: SentMail): number => (one.messageId < other.messageId ? -1 : 1);
    expect([...under.forgotten].sort(byId)).toEqual(
      sentMails.map(({ to, messageId }) => ({ to, messageId })).sort(byId),
    );
    expect(await under.documents.get(USERS, id)).toMatchObject({
      username: '',
      email: '',
      name: '',
      firstname: '',
      disabled: true,
    });
    expect(
      await under.documents.find(SESSIONS, {
        filter: { fields: { user_id: id } },
        sort: 'created_at',
        limit: 9,
      }),
    ).toEqual([]);
    const keys = { fields: { user_id: id, deleted: [true, false] } };
    expect(await under.documents.find(API_KEYS, { filter: keys, sort: 'created_at', limit: 9 })).toEqual([]);
    for (const bearer of [session.bearer, key])
      await expect(under.authenticator.authenticate(bearer)).rejects.toThrow('A valid bearer is needed.');
    expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
    const events = await under.log.read(`user-${id}`);
    const [registered] = events;
    const credentialId = (registered!.data as { readonly credential_id: string }).credential_id;
    expect(await isPassword(under.vault, credentialId, ada.password)).toBe(false);
    for (const text of said) expect([text, filesWith(text)]).toEqual([text, []]);
    expect(await under.vault.findCredential(credentialId)).toBeUndefined();
  });

  it('law 8: leaves nothing of a key that was being made meanwhile', async () => {
    const id = await signUp(under);
    const principal = await asPerson(under);
    const eraseKey = under.vault.eraseKey.bind(under.vault);
    const putCredential = under.vault.putCredential.bind(under.vault);
    let goOn = (): void => undefined;
    const erasing = new Promise<void>((resolve) => (goOn = resolve));
    const putting = jest.spyOn(under.vault, 'putCredential').mockImplementationOnce(async (...row) => {
      await erasing;
      await putCredential(...row);
    });
    const input = { body: { name: 'late key of the countess', scopes: ['*:*'] } };
    const making = under.done('createAPIKey', input, { principal });
    await until(async () => putting.mock.calls.length > 0);
    jest.spyOn(under.vault, 'eraseKey').mockImplementationOnce(async (subject) => {
      goOn();
      await making;
      await until(async () => filesWith('late key of the countess').length > 0);
      await eraseKey(subject);
    });
    await under.done('deleteMe', {}, { principal });
    await making;
    const keys = { fields: { user_id: id, deleted: [true, false] } };
    await until(
      async () =>
        (await under.documents.find(API_KEYS, { filter: keys, sort: 'created_at', limit: 9 })).length === 0,
    );
    await until(async () => filesWith('late key of the countess').length === 0);
  });

  it('keeps no time at which the person or its keys were there last', async () => {
    const id = await signUp(under);
    const principal = await asPerson(under);
    const input = { body: { name: 'k', scopes: ['*:*'] } };
    const { key, id: keyId } = (await under.done('createAPIKey', input, { principal }))
      .result as CreateAPIKeyResponse;
    await under.authenticator.authenticate(key);
    const uses = () =>
      Promise.all([
        lastUse(under.registers, 'login', id),
        lastUse(under.registers, 'user', id),
        lastUse(under.registers, 'api-key', keyId),
      ]);
    await until(async () => !(await uses()).includes(undefined));
    await under.done('deleteMe', {}, { principal });
    await until(async () => (await uses()).every((use) => use === undefined));
  });

  it('leaves the mails of who has the address now', async () => {
    await signUp(under);
    const principal = await asPerson(under);
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    const moved = { username: 'countess', email: 'countess@example.org' };
    await under.done('updateMe', { body: moved }, { principal });
    await signUp(under, ada);
    await under.done('requestPasswordReset', { body: { login: 'ada' } });
    await until(async () => under.mails.length === 3);
    await under.done('deleteMe', {}, { principal });
    const own = under.mails.slice(0, 2).map(({ messageId }) => messageId);
    expect(own.map((id) => id.slice(0, 8))).toEqual(['password', 'address-']);
    const verified = under.verifications.slice(0, 2).map(({ to, messageId }) => ({ to, messageId }));
    expect(verified.map(({ to }) => to)).toEqual([ada.email, moved.email]);
    expect(under.forgotten).toHaveLength(4);
    expect(under.forgotten).toEqual(
      expect.arrayContaining([...own.map((messageId) => ({ to: ada.email, messageId })), ...verified]),
    );
  });

  it('law 8: frees the names for others', async () => {
    const id = await signUp(under);
    await under.done('deleteMe', {}, { principal: await asPerson(under) });
    const other = await signUp(under);
    expect((await signIn(under)).user_id).toBe(other);
    expect(other).not.toBe(id);
  });
});

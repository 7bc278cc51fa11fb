import { answerOf, codeIn } from '../support/answers.js';
import { arrivedMails, mailsTo, resetLinkIn } from '../support/mailbox.js';
import { administrator, PASSWORD, type Person, somebody } from '../support/people.js';
import { ADMINISTRATOR, type RunningCairn, topologies } from '../support/topology.js';

const NEXT = 'quite another password';
/** However soon after its sign-in, a session does not stand for its person here: as any does after five minutes. */
const NEVER_RECENT = { CAIRN_RECENT_SIGN_IN_SECONDS: '0' };

describe.each(topologies)('a stolen bearer on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start(NEVER_RECENT);
  });
  afterAll(() => cairn.remove());

  const all = { scopes: ['*:*'] };
  const keyOf = async ({ client }: Person, name = 'key') =>
    (await client.call('createAPIKey', { body: { name, ...all, password: PASSWORD } })).body;
  const works = async (token: string): Promise<boolean> =>
    (await cairn.client(token).try('getMe')).status === 200;

  it('S18 takes no account over and destroys none without the password', async () => {
    const ada = await somebody(cairn);
    const { id } = await keyOf(ada);
    await ada.client.call('updateAPIKey', { params: { id }, body: { disabled: true } });
    const before = await cairn.inside.head();
    const thief = cairn.client(ada.token);
    for (const refused of [
      await thief.try('updateMe', { body: { email: `thief-${ada.email}` } }),
      await thief.try('updateMe', { body: { username: `thief-${ada.username}` } }),
      await thief.try('createAPIKey', { body: { name: 'for ever', ...all } }),
      await thief.try('rotateAPIKey', { params: { id } }),
      await thief.try('updateAPIKey', { params: { id }, body: { disabled: false } }),
      await thief.try('updateAPIKey', { params: { id } }),
      await thief.try('deleteMe'),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'password_required' } });
    const events = (await cairn.inside.events(before)).filter(({ stream }) =>
      /^(user|apiKey|reservation)-/.test(stream),
    );
    expect(events).toEqual([]);
  }, 30_000);

  it('S18 leaves what tells nobody’s name as it was, and ends sessions as before', async () => {
    const { client, username, email } = await somebody(cairn);
    const { body } = await client.call('updateMe', { body: { username, email, firstname: 'Augusta' } });
    expect(body).toMatchObject({ username, email, firstname: 'Augusta' });
    const { id } = await keyOf({ client } as Person);
    await client.call('updateAPIKey', { params: { id }, body: { disabled: true } });
    await client.call('deleteAPIKey', { params: { id } });
    await client.call('logout', { query: { all: true } });
  });

  it('S18 the password opens what it is asked for, and stands in no event', async () => {
    const { client, email, token } = await somebody(cairn);
    const password = PASSWORD;
    const { body: key } = await client.call('createAPIKey', { body: { name: 'key', ...all, password } });
    await client.call('updateAPIKey', { params: { id: key.id }, body: { disabled: true } });
    await client.call('updateAPIKey', { params: { id: key.id }, body: { disabled: false, password } });
    await client.call('rotateAPIKey', { params: { id: key.id }, body: { password } });
    const { body } = await client.call('updateMe', { body: { email: `2-${email}`, password } });
    expect(body.email).toBe(`2-${email}`);
    const stored = (await cairn.inside.events()).map(({ data, metadata }) => data + metadata).join();
    expect(stored).toContain(key.id);
    expect(stored).not.toContain(PASSWORD);
    await client.call('deleteMe', { body: { password } });
    expect(await works(token)).toBe(false);
  });

  it('S18 an answer comes again to who asks again, also when the password is another by then', async () => {
    const { client, email, token } = await somebody(cairn);
    const headers = { 'idempotency-key': 'once' };
    const made = { headers, body: { name: 'key', ...all, password: PASSWORD } };
    const moved = { headers, body: { email: `2-${email}`, password: PASSWORD } };
    const first = [await client.call('createAPIKey', made), await client.call('updateMe', moved)];
    const body = { password: PASSWORD, new_password: NEXT, repeat_password: NEXT };
    await client.call('changePassword', { body });
    await cairn.end('SIGTERM');
    await cairn.inside.dropRegisters();
    await cairn.again();
    const sameAgain = cairn.client(token);
    const again = [await sameAgain.call('createAPIKey', made), await sameAgain.call('updateMe', moved)];
    expect((again[0]!.body as { key: string }).key).toBe((first[0]!.body as { key: string }).key);
    expect(again.map(({ headers: told }) => told.get('idempotency-replayed'))).toEqual(['true', 'true']);
  });

  it('S15 guesses of the password are slowed down and locked out wherever it is asked', async () => {
    const { client, email } = await somebody(cairn);
    const guess = (at: number) =>
      at % 2 === 0
        ? client.try('createAPIKey', { body: { name: 'key', ...all, password: `guess ${at}` } })
        : client.try('updateMe', { body: { email: `2-${email}`, password: `guess ${at}` } });
    for (let at = 0; at < 9; at += 1)
      expect(await guess(at)).toMatchObject({ status: 422, body: { code: 'password_incorrect' } });
    expect(await client.try('deleteMe', { body: { password: 'guess' } })).toMatchObject({ status: 422 });
    for (const locked of [
      await client.try('deleteMe', { body: { password: PASSWORD } }),
      await client.try('createAPIKey', { body: { name: 'key', ...all, password: PASSWORD } }),
    ])
      expect(locked).toMatchObject({ status: 423, body: { code: 'account_locked' } });
    expect((await client.try('getMe')).status).toBe(200);
  }, 30_000);

  it('S18 the old address is told that it is not the account’s any more', async () => {
    const { client, email } = await somebody(cairn);
    const next = `2-${email}`;
    await client.call('updateMe', { body: { email: next, password: PASSWORD } });
    const mails = await arrivedMails(cairn, email);
    expect(mails[0]).toContain('was changed');
    expect(mails[0]).toContain('tell an administrator');
    expect(mails[0]).not.toContain(next);
    expect(mailsTo(cairn, next)).toEqual([]);
  });

  describe('S13 S18 its keys', () => {
    const linkOf = async ({ email }: Person): Promise<{ user_id: string; reset_token: string }> => {
      await cairn.client().call('requestPasswordReset', { body: { login: email } });
      const [mail = ''] = await arrivedMails(cairn, email);
      const { userId: user_id, token: reset_token } = resetLinkIn(mail);
      return { user_id, reset_token };
    };
    const listed = async (token: string): Promise<readonly string[]> =>
      (await cairn.client(token).call('listAPIKeys')).body
        .filter(({ disabled }) => !disabled)
        .map(({ id }) => id);
    const signedIn = async ({ username }: Person): Promise<string> =>
      (await cairn.client().call('login', { body: { username, password: NEXT } })).body.apikey;
    const next = { password: NEXT, repeat_password: NEXT };

    it('end with a reset of the password', async () => {
      const ada = await somebody(cairn);
      const keys = [await keyOf(ada), await keyOf(ada)];
      await cairn.client().call('resetPassword', { params: await linkOf(ada), body: next });
      for (const { key } of keys) expect(await works(key)).toBe(false);
      const token = await signedIn(ada);
      expect(await listed(token)).toEqual([]);
      const refused = await cairn
        .client(token)
        .try('rotateAPIKey', { params: { id: keys[0]!.id }, body: { password: NEXT } });
      expect(['conflict', 'not_found']).toContain(codeIn(await asRead(refused)));
      const made = await cairn
        .client(token)
        .call('createAPIKey', { body: { name: 'new', ...all, password: NEXT } });
      expect(await works(made.body.key)).toBe(true);
    });

    it('go on after a reset that keeps them', async () => {
      const ada = await somebody(cairn);
      const { id, key } = await keyOf(ada);
      const body = { ...next, keep_api_keys: true };
      await cairn.client().call('resetPassword', { params: await linkOf(ada), body });
      expect(await works(key)).toBe(true);
      expect(await listed(await signedIn(ada))).toEqual([id]);
    });

    it('end with a change of the password that says so, and with no other', async () => {
      const ada = await somebody(cairn);
      const { id, key } = await keyOf(ada);
      const change = (from: string, to: string, more = {}) =>
        ada.client.call('changePassword', {
          body: { password: from, new_password: to, repeat_password: to, ...more },
        });
      await change(PASSWORD, NEXT);
      expect([await works(key), await listed(ada.token)]).toEqual([true, [id]]);
      await change(NEXT, PASSWORD, { revoke_api_keys: true });
      expect([await works(key), await listed(ada.token)]).toEqual([false, []]);
    });
  });

  const asRead = async (answer: { status: number; body: unknown }) => ({
    status: answer.status,
    headers: new Headers({ 'content-type': 'application/problem+json' }),
    text: JSON.stringify(answer.body),
  });

  it('S22 the last administrator does not delete itself, nor does a thief', async () => {
    const { client } = await administrator(cairn);
    expect(await client.try('deleteMe')).toMatchObject({ status: 403, body: { code: 'password_required' } });
    const body = { password: ADMINISTRATOR.password };
    expect(await client.try('deleteMe', { body })).toMatchObject({
      status: 409,
      body: { code: 'last_administrator' },
    });
    expect((await client.call('getMe')).body.is_system_admin).toBe(true);
  });

  it('S7 a key that may write to the account changes neither its address nor its keys', async () => {
    const ada = await somebody(cairn);
    const { key } = await keyOf(ada);
    const body = { email: `thief-${ada.email}`, password: PASSWORD };
    const answer = await answerOf(cairn.client(key), { method: 'PUT', path: '/api/v1/me', body });
    expect(codeIn(answer)).toBe('session_required');
  });
});

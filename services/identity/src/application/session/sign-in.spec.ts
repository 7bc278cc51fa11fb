import type { SignedIn } from '@cairn/contracts';
import { isPassword } from '../../credentials/passwords.js';
import { SESSIONS } from '../../read-models/sessions/project.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { ada, credentials, PASSWORD, principalOf, signIn, signUp } from '../../testing/sign-up.js';

describe('signing in', () => {
  let under: IdentityUnderTest;
  beforeEach(async () => {
    under = await startIdentity();
    await signUp(under);
  });
  afterEach(() => under.remove());

  it('answers an unknown name and a wrong password alike (S12)', async () => {
    const unknown = await under.refused('login', credentials('nobody'));
    const wrong = await under.refused('login', credentials('ada', 'wrong horse battery'));
    expect(unknown).toEqual(wrong);
    expect(unknown.code).toBe('invalid_credentials');
  });

  it('compares with one password also when there is nobody', async () => {
    const began = performance.now();
    expect(await isPassword(under.vault, undefined, PASSWORD)).toBe(false);
    expect(performance.now() - began).toBeGreaterThan(2);
  });

  it('blocks a login from one network after ten failures, and from no other (S15)', async () => {
    for (let failure = 0; failure < 10; failure += 1)
      expect((await under.refused('login', credentials('ada', 'wrong'))).code).toBe('invalid_credentials');
    const locked = await under.refused('login', credentials());
    expect(locked.code).toBe('account_locked');
    expect(locked.retryAfterSeconds).toBeGreaterThan(0);
    expect(locked.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    const elsewhere = await under.done('login', { ...credentials(), ip: '198.51.100.7' });
    expect((elsewhere.result as SignedIn).bearer).not.toBe('');
  }, 20_000);

  it('counts what fails by the user name and by the address of one account together (S15)', async () => {
    for (let failure = 0; failure < 10; failure += 1) {
      const login = failure % 2 === 0 ? 'ada' : ada.email;
      expect((await under.refused('login', credentials(login, 'wrong'))).code).toBe('invalid_credentials');
    }
    for (const login of ['ada', ada.email])
      expect((await under.refused('login', credentials(login))).code).toBe('account_locked');
  }, 20_000);

  it('counts the id of an account, typed as a login, as a name of nobody', async () => {
    const { user_id: id } = await signIn(under);
    for (let failure = 0; failure < 10; failure += 1) await under.refused('login', credentials(id, 'wrong'));
    expect((await under.refused('login', credentials(id))).code).toBe('account_locked');
    await signIn(under);
  }, 20_000);

  it('lets no more than ten of many failures at once through', async () => {
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => under.refused('login', credentials('nobody', 'wrong'))),
    );
    expect(replies.filter(({ code }) => code === 'invalid_credentials')).toHaveLength(10);
  }, 20_000);

  it('tells a retry of the same command the same tokens', async () => {
    const id = '018f4d1a-0000-8000-8000-000000000077';
    const first = await under.done('login', credentials(), { id });
    const again = await under.done('login', credentials(), { id });
    expect(again.result).toEqual(first.result);
    expect(again.replayed).toBe(true);
  });

  it('ends one session, or all', async () => {
    const one = await signIn(under);
    const two = await signIn(under);
    const three = await signIn(under);
    await under.done('endSession', { id: one.session_id }, { principal: principalOf(one) });
    await expect(under.authenticator.authenticate(one.bearer)).rejects.toThrow('A valid bearer is needed.');
    await under.authenticator.authenticate(two.bearer);
    await under.done('endAllSessions', {}, { principal: principalOf(two) });
    for (const { bearer } of [two, three])
      await expect(under.authenticator.authenticate(bearer)).rejects.toThrow('A valid bearer is needed.');
    await under.authenticator.authenticate((await signIn(under)).bearer);
  });

  it('ends nobody else’s session', async () => {
    const session = await signIn(under);
    await signUp(under, { ...ada, username: 'eve', email: 'eve@example.org' });
    const eve = principalOf(await signIn(under, 'eve'));
    const refused = await under.refused('endSession', { id: session.session_id }, { principal: eve });
    expect(refused.code).toBe('not_found');
    await under.authenticator.authenticate(session.bearer);
  });

  describe('a refresh', () => {
    const refresh = async (token: string): Promise<SignedIn> =>
      (await under.done('refreshToken', { body: { refresh_token: token } })).result as SignedIn;
    const codeOf = async (token: string): Promise<string> =>
      (await under.refused('refreshToken', { body: { refresh_token: token } })).code;

    it('gives another bearer and another refresh token', async () => {
      const first = await signIn(under);
      under.ahead(60_000);
      const second = await refresh(first.refresh_token);
      expect(second.session_id).toBe(first.session_id);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(second.expires_at > first.expires_at).toBe(true);
      await under.authenticator.authenticate(second.bearer);
    });

    it('gives the same again to a retry within half a minute', async () => {
      const first = await signIn(under);
      expect(await refresh(first.refresh_token)).toEqual(await refresh(first.refresh_token));
    });

    it('ends the session when an old token comes again', async () => {
      const first = await signIn(under);
      const second = await refresh(first.refresh_token);
      under.ahead(31_000);
      expect(await codeOf(first.refresh_token)).toBe('refresh_token_invalid');
      expect(await codeOf(second.refresh_token)).toBe('refresh_token_invalid');
      await expect(under.authenticator.authenticate(second.bearer)).rejects.toThrow();
      expect(await under.documents.get(SESSIONS, first.session_id)).toBeUndefined();
    });

    it('ends the session when the token before the last two comes, at once, and law 2: says where that stands', async () => {
      const first = await signIn(under);
      const third = await refresh((await refresh(first.refresh_token)).refresh_token);
      const refused = await under.refused('refreshToken', { body: { refresh_token: first.refresh_token } });
      expect(refused).toMatchObject({ code: 'refresh_token_invalid', position: await under.log.head() });
      expect(await codeOf(third.refresh_token)).toBe('refresh_token_invalid');
    });

    it.each(['', 'x', 'A'.repeat(70)])('refuses %j', async (token) => {
      expect(await codeOf(token)).toBe('refresh_token_invalid');
    });

    it('is over after thirty days, and a session with it', async () => {
      const first = await signIn(under);
      under.ahead(31 * 24 * 60 * 60 * 1000);
      expect(await codeOf(first.refresh_token)).toBe('refresh_token_invalid');
      const done = await under.done('expireSession', { session_id: first.session_id });
      expect(done.revision).toBe('1');
    });
  });
});

import type { OtpEnrolment } from '@cairn/contracts';
import { freshId, type Json, type Principal, system } from '@cairn/kernel';
import { faultyLog, type FaultyLog, until } from '@cairn/kernel/testkit';
import { authenticator } from 'otplib';
import { administeredUser, signInState } from '../../read-models/administered-users/queries.js';
import { asking } from '../../testing/asking.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson, credentials, PASSWORD, signUp } from '../../testing/sign-up.js';

const STEP_MS = 30_000;
const client = { ip: '192.0.2.1', user_agent: 'curl/8.5.0' };

describe('a person whom an administrator lets in again', () => {
  let under: IdentityUnderTest;
  let faulty: FaultyLog;
  let root: Principal;
  let ada: Principal;
  let id: string;
  beforeEach(async () => {
    under = await startIdentity((real) => (faulty = faultyLog(real)).log);
    const body = { username: 'root', email: 'root@example.org', password: PASSWORD };
    await under.done('registerFirstAdministrator', { body }, { principal: system });
    root = { ...(await asPerson(under, 'root')), administrator: true };
    id = await signUp(under);
    ada = await asPerson(under);
  });
  afterEach(() => under.remove());
  const { reading } = asking(() => under);

  const rescue = (name: 'removeUserOtp' | 'liftUserLockout', more = {}) =>
    under.send(name, { user_id: id }, { principal: root, ...more });
  const appended = async (type: string): Promise<readonly Json[]> =>
    (await under.log.read(`secondFactor-${id}`))
      .filter((event) => event.type === `identity.second_factor.${type}.v1`)
      .map(({ data }) => data);
  const signIn = async (password = PASSWORD, ip = client.ip): Promise<string> => {
    const reply = await under.send('login', { ...credentials('ada', password), ip });
    return reply.status === 'done' ? 'done' : reply.code;
  };
  const fail = async (times: number, ip = client.ip): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1)
      expect(await signIn('wrong wrong wrong', ip)).toBe('invalid_credentials');
  };
  const signInOf = async () => {
    const user = await administeredUser(reading(root), under, id);
    return signInState(reading(root), under, user!.resource);
  };
  const enrol = async (): Promise<string> =>
    ((await under.done('enrolOtp', {}, { principal: ada })).result as OtpEnrolment).secret;
  const code = (secret: string): string => authenticator.clone({ epoch: under.clock.now() }).generate(secret);
  const withFactor = async (): Promise<string> => {
    const secret = await enrol();
    await under.done('confirmOtp', { body: { code: code(secret) }, ip: client.ip }, { principal: ada });
    under.ahead(STEP_MS);
    return secret;
  };
  const challenge = async (): Promise<string> => {
    const refused = await under.refused('login', credentials());
    return refused.extensions?.['challenge_id'] as string;
  };
  const answer = async (challenge_id: string, text: string, more = {}): Promise<string> => {
    const body = { challenge_id, code: text, ...more };
    const reply = await under.send('loginWithOtp', { body, ...client });
    return reply.status === 'done' ? 'done' : reply.code;
  };

  it.each(['removeUserOtp', 'liftUserLockout'] as const)(
    '%s: by an administrator alone, of an account that is there',
    async (name) => {
      const key: Principal = { ...root, kind: 'key', scopes: ['admin:read'] };
      for (const principal of [ada, key])
        expect(await rescue(name, { principal })).toMatchObject({ code: 'administrator_required' });
      const nobody = { user_id: freshId() };
      expect(await under.refused(name, nobody, { principal: root })).toMatchObject({ code: 'not_found' });
      await under.done('deleteMe', {}, { principal: ada });
      expect(await rescue(name)).toMatchObject({ code: 'not_found' });
    },
  );

  describe('without a second factor', () => {
    it('signs in with the password: factor, secret and devices are gone, sessions stay', async () => {
      const secret = await withFactor();
      expect(await answer(await challenge(), code(secret), { trust_device: true })).toBe('done');
      const [confirmed] = await appended('confirmed');
      const { credential_id } = confirmed as { readonly credential_id: string };
      const { sessions } = await signInOf();
      expect(await rescue('removeUserOtp')).toMatchObject({ status: 'done' });
      const told = { user_id: id, reason: 'turned_off', by: 'administrator' };
      expect(await appended('removed')).toEqual([{ ...told, credential_id }]);
      expect(await appended('device_revoked')).toMatchObject([{ reason: 'turned_off' }]);
      expect(await signInOf()).toMatchObject({ second_factor: false, sessions });
      expect(await signIn()).toBe('done');
      await until(async () => (await under.vault.findCredential(credential_id)) === undefined);
    });

    it('has nothing that waits to be confirmed either', async () => {
      const secret = await enrol();
      await rescue('removeUserOtp');
      const input = { body: { code: code(secret) }, ip: client.ip };
      expect((await under.refused('confirmOtp', input, { principal: ada })).code).toBe('otp_not_enrolled');
    });

    it('stays in peace where there is none, and where it was turned off before', async () => {
      expect(await rescue('removeUserOtp')).toMatchObject({ status: 'done' });
      await withFactor();
      const both = await Promise.all([rescue('removeUserOtp'), rescue('removeUserOtp')]);
      expect(both.map(({ status }) => status)).toEqual(['done', 'done']);
      await rescue('removeUserOtp');
      expect(await appended('removed')).toHaveLength(1);
    });

    it('has no challenge of before: it takes no code of the old factor, and none of a new one', async () => {
      const old = await withFactor();
      const before = [await challenge(), await challenge()] as const;
      await rescue('removeUserOtp');
      expect(await answer(before[0], code(old))).toBe('otp_challenge_invalid');
      const secret = await withFactor();
      expect(await answer(before[1], code(secret))).toBe('otp_challenge_invalid');
      const now = await challenge();
      expect(await answer(now, code(old))).toBe('otp_invalid');
      expect(await answer(now, code(secret))).toBe('done');
      expect((await signInOf()).failed_logins).toBe(1);
    });

    it('a new one stays when the same act comes again', async () => {
      await withFactor();
      const message = { id: freshId() };
      await rescue('removeUserOtp', message);
      await withFactor();
      expect(await rescue('removeUserOtp', message)).toMatchObject({ status: 'done', replayed: true });
      expect((await signInOf()).second_factor).toBe(true);
    });

    it('is never the administrator', async () => {
      const own = { user_id: root.userId };
      expect((await under.refused('removeUserOtp', own, { principal: root })).code).toBe('own_account');
    });
  });

  describe('without a lock', () => {
    it('signs in from every network that was locked', async () => {
      await fail(10);
      await fail(10, '198.51.100.7');
      expect([await signIn(), await signIn(PASSWORD, '198.51.100.7')]).toEqual([
        'account_locked',
        'account_locked',
      ]);
      expect(await signInOf()).toMatchObject({ failed_logins: 20, locked_until: expect.any(String) });
      expect(await rescue('liftUserLockout')).toMatchObject({ status: 'done' });
      const { failed_logins, locked_until } = await signInOf();
      expect([failed_logins, locked_until]).toEqual([0, undefined]);
      expect([await signIn(), await signIn(PASSWORD, '198.51.100.7')]).toEqual(['done', 'done']);
      expect(await appended('lockout_lifted')).toEqual([{ user_id: id, lift_id: expect.any(String) }]);
    }, 60_000);

    it('is asked for codes again, of which too many were wrong today', async () => {
      const secret = await withFactor();
      const key = await wrongCodes();
      await under.registers.increment(key, 99, 86_400_000);
      expect(await answer(await challenge(), code(secret))).toBe('account_locked');
      expect((await signInOf()).otp_locked_until).toBeDefined();
      await rescue('liftUserLockout');
      expect((await signInOf()).otp_locked_until).toBeUndefined();
      expect(await answer(await challenge(), code(secret))).toBe('done');
    });
    /** The register that counts the wrong codes of the day, after one. */
    const wrongCodes = async (): Promise<string> => {
      expect(await answer(await challenge(), '000000')).toBe('otp_invalid');
      return (await under.registers.list('otp-wrong:'))[0]!.key;
    };

    it('leaves the locks of others', async () => {
      await signUp(under, { username: 'grace', email: 'grace@example.org', password: PASSWORD });
      for (let turn = 0; turn < 10; turn += 1)
        await under.refused('login', credentials('grace', 'wrong wrong wrong'));
      await fail(1);
      await rescue('liftUserLockout');
      expect((await under.refused('login', credentials('grace'))).code).toBe('account_locked');
    }, 30_000);

    it('stays in peace where nothing is counted, also where the registers were lost', async () => {
      const answered = await rescue('liftUserLockout');
      const account = (await under.log.read(`user-${id}`)).at(-1);
      expect(answered).toMatchObject({ stream: account!.stream, revision: String(account!.revision) });
      await fail(2);
      for (const { key } of await under.registers.list('')) await under.registers.remove(key);
      await rescue('liftUserLockout');
      expect(await appended('lockout_lifted')).toEqual([]);
    });

    it('is told once of two administrators at once, and again of the next lock', async () => {
      await fail(2);
      await Promise.all([rescue('liftUserLockout'), rescue('liftUserLockout')]);
      expect(await appended('lockout_lifted')).toHaveLength(1);
      await fail(1);
      await rescue('liftUserLockout');
      expect(await appended('lockout_lifted')).toHaveLength(2);
    });

    it('keeps what was counted since when the same act comes again', async () => {
      await fail(2);
      const message = { id: freshId() };
      await rescue('liftUserLockout', message);
      await fail(1);
      expect(await rescue('liftUserLockout', message)).toMatchObject({ status: 'done', replayed: true });
      expect((await signInOf()).failed_logins).toBe(1);
      expect(await appended('lockout_lifted')).toHaveLength(1);
    });

    it('is told of when the process ended between, whoever asks again', async () => {
      await fail(2);
      faulty.next('be unavailable');
      await expect(rescue('liftUserLockout')).rejects.toThrow();
      expect([(await signInOf()).failed_logins, await appended('lockout_lifted')]).toEqual([0, []]);
      await rescue('liftUserLockout');
      await rescue('liftUserLockout');
      expect(await appended('lockout_lifted')).toHaveLength(1);
    });

    it('may be the administrator', async () => {
      for (let turn = 0; turn < 2; turn += 1)
        await under.refused('login', credentials('root', 'wrong wrong wrong'));
      const own = { user_id: root.userId };
      expect(await under.send('liftUserLockout', own, { principal: root })).toMatchObject({ status: 'done' });
      expect(await under.log.read(`secondFactor-${root.userId}`)).toHaveLength(1);
    });
  });
});

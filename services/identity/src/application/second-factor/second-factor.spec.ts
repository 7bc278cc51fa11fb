import type { OtpEnrolment, SignedIn } from '@cairn/contracts';
import { freshId, type Json, type Principal, Streams } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { authenticator } from 'otplib';
import { isCredentialNamed } from '../../work/collect-credentials.js';
import { type IdentityUnderTest, startIdentity } from '../../testing/identity-under-test.js';
import { asPerson, credentials, PASSWORD, principalOf, signUp } from '../../testing/sign-up.js';

const STEP_MS = 30_000;
const client = { ip: '192.0.2.1', user_agent: 'curl/8.5.0' };

describe('a second factor', () => {
  let under: IdentityUnderTest;
  let principal: Principal;
  let id: string;
  let told: OtpEnrolment;
  beforeEach(async () => {
    under = await startIdentity();
    id = await signUp(under);
    principal = await asPerson(under);
  });
  afterEach(() => under.remove());

  /** What the authenticator of the person shows, `steps` from now. */
  const code = (steps = 0): string =>
    authenticator.clone({ epoch: under.clock.now() + steps * STEP_MS }).generate(told.secret);
  const enrol = async (): Promise<void> => {
    told = (await under.done('enrolOtp', {}, { principal })).result as OtpEnrolment;
  };
  /** Set up, and the code that did it is over. */
  const enabled = async (): Promise<void> => {
    await enrol();
    await under.done('confirmOtp', { body: { code: code() }, ip: client.ip }, { principal });
    under.ahead(STEP_MS);
  };
  const challenge = async (input: Readonly<Record<string, Json>> = {}): Promise<string> => {
    const refused = await under.refused('login', { ...credentials(), ...input });
    expect(refused.code).toBe('otp_required');
    return refused.extensions?.['challenge_id'] as string;
  };
  const answer = (challenge_id: string, text: string, more: Readonly<Record<string, Json>> = {}) =>
    under.send('loginWithOtp', { body: { challenge_id, code: text }, ...client, ...more });
  const complete = async (more: Readonly<Record<string, Json>> = {}): Promise<SignedIn> => {
    const body = { challenge_id: await challenge(), code: code(), ...more };
    const { result } = await under.done('loginWithOtp', { body, ...client });
    under.ahead(STEP_MS);
    return result as SignedIn;
  };
  const events = () => under.log.read(`secondFactor-${id}`);
  /** Where the secret lies in the vault. */
  const credentialOf = async (): Promise<string> => {
    const last = (await events()).findLast(({ type }) => type.endsWith('.confirmed.v1'));
    return (last!.data as { readonly credential_id: string }).credential_id;
  };

  it('is told as any authenticator takes it, and asks for nothing before a code has confirmed it', async () => {
    await enrol();
    expect(told.otpauth_uri).toMatch(/^otpauth:\/\/totp\/Cairn:ada\?/);
    const asked = new URL(told.otpauth_uri).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      issuer: 'Cairn',
      secret: told.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(new Set(told.recovery_codes).size).toBe(10);
    for (const each of told.recovery_codes) expect(each).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    await under.done('login', credentials());
    const wrong = { body: { code: '000000' }, ip: client.ip };
    expect(await under.refused('confirmOtp', wrong, { principal })).toMatchObject({ code: 'otp_incorrect' });
    await under.done('login', credentials());
  });

  it('is told alike when it is asked for again by the same command', async () => {
    const message = { principal, id: freshId() };
    const first = await under.done('enrolOtp', {}, message);
    const again = await under.done('enrolOtp', {}, message);
    expect(again).toMatchObject({ replayed: true, result: first.result });
  });

  it('that was told anew makes the one of before void', async () => {
    await enrol();
    const before = code();
    await enrol();
    const refused = await under.refused(
      'confirmOtp',
      { body: { code: before }, ip: client.ip },
      { principal },
    );
    expect(refused.code).toBe('otp_incorrect');
    await under.done('confirmOtp', { body: { code: code() }, ip: client.ip }, { principal });
    expect((await under.refused('enrolOtp', {}, { principal })).code).toBe('otp_enabled');
  });

  it('is asked for after the right password alone', async () => {
    await enabled();
    const wrong = await under.refused('login', credentials('ada', 'not her password'));
    expect(wrong).toMatchObject({ code: 'invalid_credentials' });
    expect(wrong.extensions).toBeUndefined();
    const refused = await under.refused('login', credentials());
    expect(refused).toMatchObject({
      code: 'otp_required',
      extensions: { expires_in: 300, methods: ['totp', 'recovery_code'] },
    });
  });

  it.each([-1, 0, 1])('takes the code of the step %d from now, and a session begins', async (steps) => {
    await enabled();
    under.ahead(STEP_MS);
    const { result } = await under.done('loginWithOtp', {
      body: { challenge_id: await challenge(), code: code(steps) },
      ...client,
    });
    await under.done('endAllSessions', {}, { principal: principalOf(result as SignedIn) });
  });

  it.each([-2, 2])('does not take the code of the step %d from now', async (steps) => {
    await enabled();
    under.ahead(5 * STEP_MS);
    expect(await answer(await challenge(), code(steps))).toMatchObject({ code: 'otp_invalid' });
  });

  it('takes no step twice: not the one that confirmed, not one of a login, none before', async () => {
    await enrol();
    const confirming = code();
    await under.done('confirmOtp', { body: { code: confirming }, ip: client.ip }, { principal });
    expect(await answer(await challenge(), confirming)).toMatchObject({ code: 'otp_invalid' });
    const [now, next] = [code(), code(1)];
    expect(await answer(await challenge(), next)).toMatchObject({ status: 'done' });
    for (const used of [now, next])
      expect(await answer(await challenge(), used)).toMatchObject({ code: 'otp_invalid' });
  });

  it('takes a step once of many at once, also when the registers were lost', async () => {
    await enabled();
    const text = code();
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challenge()));
    const replies = await Promise.all(challenges.map((each) => answer(each, text)));
    expect(replies.filter(({ status }) => status === 'done')).toHaveLength(1);
    for (const { key } of await under.registers.list('')) await under.registers.remove(key);
    expect(await answer(await challenge(), text)).toMatchObject({ code: 'otp_invalid' });
  });

  it('takes a recovery code once, however it is typed', async () => {
    await enabled();
    const [first = '', second = ''] = told.recovery_codes;
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `;
    expect(await answer(await challenge(), typed)).toMatchObject({ status: 'done' });
    expect(await answer(await challenge(), first)).toMatchObject({ code: 'otp_invalid' });
    expect(await answer(await challenge(), second)).toMatchObject({ status: 'done' });
    expect(await under.documents.get('identity_second_factors', id)).toMatchObject({
      recovery_codes_left: 8,
    });
  });

  it('ends a challenge with five wrong codes, in five minutes, and with the right one', async () => {
    await enabled();
    const over = { code: 'otp_challenge_invalid' };
    const tried = await challenge();
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await answer(tried, '000000')).toMatchObject({ code: 'otp_invalid' });
    expect(await answer(tried, code())).toMatchObject(over);
    const late = await challenge();
    await under.registers.remove(`otp-challenge:${late}`);
    expect(await answer(late, code())).toMatchObject(over);
    const used = await challenge();
    expect(await answer(used, code())).toMatchObject({ status: 'done' });
    expect(await answer(used, code(1))).toMatchObject(over);
    expect(await answer(freshId(), code(1))).toMatchObject(over);
  });

  it('counts wrong codes as failed logins, and a right password does not end the counting', async () => {
    await enabled();
    for (let wrong = 0; wrong < 10; wrong += 1)
      expect(await answer(await challenge(), '000000')).toMatchObject({ code: 'otp_invalid' });
    expect(await under.refused('login', credentials())).toMatchObject({ code: 'account_locked' });
  }, 30_000);

  it('answers a login whose answer was lost with the same session', async () => {
    await enabled();
    const body = { challenge_id: await challenge(), code: code(), trust_device: true };
    const input = { body, ...client };
    const message = { id: freshId() };
    const first = await under.done('loginWithOtp', input, message);
    expect(await under.done('loginWithOtp', input, message)).toMatchObject({
      replayed: true,
      result: first.result,
    });
    expect((await under.refused('loginWithOtp', input)).code).toBe('otp_challenge_invalid');
  });

  it('is void with the password that it was asked for beside', async () => {
    await enabled();
    const before = await challenge();
    const body = { password: PASSWORD, new_password: `${PASSWORD}!`, repeat_password: `${PASSWORD}!` };
    await under.done('changePassword', { body }, { principal });
    expect(await answer(before, code())).toMatchObject({ code: 'otp_challenge_invalid' });
  });

  it('is not asked for on a device that is trusted, until it is revoked, over, or the password changed', async () => {
    await enabled();
    const { device_token = '' } = await complete({ trust_device: true });
    const other = await complete({ trust_device: true });
    const from = (token: string | undefined, password = PASSWORD) =>
      under.send(
        'login',
        credentials('ada', password, token === undefined ? undefined : { device_token: token }),
      );
    expect(await from(device_token)).toMatchObject({ status: 'done' });
    expect(await from(`${device_token}x`)).toMatchObject({ code: 'otp_required' });
    const [device = ''] = device_token.split('.');
    await under.done('revokeDevice', { device_id: device }, { principal });
    expect(await from(device_token)).toMatchObject({ code: 'otp_required' });
    expect(await under.refused('revokeDevice', { device_id: device }, { principal })).toMatchObject({
      code: 'not_found',
    });
    under.ahead(89 * 24 * 60 * 60 * 1000);
    expect(await from(other.device_token)).toMatchObject({ status: 'done' });
    under.ahead(24 * 60 * 60 * 1000);
    expect(await from(other.device_token)).toMatchObject({ code: 'otp_required' });
    const third = await complete({ trust_device: true });
    const password = `${PASSWORD}!`;
    const body = { password: PASSWORD, new_password: password, repeat_password: password };
    await under.done('changePassword', { body }, { principal: principalOf(third) });
    expect(await from(third.device_token, password)).toMatchObject({ code: 'otp_required' });
  });

  it('S16 is asked for on a device that somebody else trusts', async () => {
    await enabled();
    const mine = await complete({ trust_device: true });
    await signUp(under, { username: 'eve', email: 'eve@example.org', password: PASSWORD });
    const ofAda = principal;
    principal = await asPerson(under, 'eve');
    await enabled();
    const login = credentials('eve', PASSWORD, { device_token: mine.device_token ?? '' });
    expect((await under.refused('login', login)).code).toBe('otp_required');
    const [device = ''] = (mine.device_token ?? '').split('.');
    expect((await under.refused('revokeDevice', { device_id: device }, { principal })).code).toBe(
      'not_found',
    );
    expect(ofAda).not.toBe(principal);
  });

  it('trusts twenty devices, and the newest of more', async () => {
    await enabled();
    const trusted: SignedIn[] = [];
    for (let device = 0; device < 21; device += 1) trusted.push(await complete({ trust_device: true }));
    const [first, second] = trusted;
    const login = async (of: SignedIn | undefined) =>
      (await under.send('login', credentials('ada', PASSWORD, { device_token: of?.device_token ?? '' })))
        .status;
    expect([await login(first), await login(second)]).toEqual(['refused', 'done']);
  }, 30_000);

  it.each(['code', 'password'])('is turned off with a %s, and its secret is destroyed', async (by) => {
    await enabled();
    const { device_token = '' } = await complete({ trust_device: true });
    const credential = await credentialOf();
    expect(await under.vault.findCredential(credential)).toBeDefined();
    const ask = (body: Readonly<Record<string, Json>>) =>
      under.send('removeOtp', { body, ip: client.ip }, { principal });
    expect(await ask({})).toMatchObject({ code: 'invalid_body' });
    expect(await ask({ code: '000000' })).toMatchObject({ code: 'otp_incorrect' });
    expect(await ask({ password: 'not her password' })).toMatchObject({ code: 'password_incorrect' });
    expect(await ask(by === 'code' ? { code: code() } : { password: PASSWORD })).toMatchObject({
      status: 'done',
    });
    await under.done('login', credentials());
    expect(await ask({ password: PASSWORD })).toMatchObject({ code: 'otp_not_enrolled' });
    expect(await under.vault.findCredential(credential)).toBeUndefined();
    await enabled();
    expect(await under.refused('login', credentials('ada', PASSWORD, { device_token }))).toMatchObject({
      code: 'otp_required',
    });
  });

  it('S38 is erased with the account: its secret, its devices, where they were', async () => {
    await enabled();
    await complete({ trust_device: true });
    const credential = await credentialOf();
    const streams = new Streams({ ...under, cachedBytes: 1_000_000 });
    expect(await isCredentialNamed({ vault: under.vault, streams }, credential)).toBe(true);
    const filter = { fields: { user_id: id, password_epoch: 0 } };
    const devices = () => under.documents.find('identity_devices', { filter, limit: 10, sort: 'created_at' });
    expect(await devices()).toMatchObject([{ ip: client.ip, user_agent: client.user_agent }]);
    await under.done('deleteMe', { password: PASSWORD }, { principal });
    const gone = async () => [
      await under.vault.findCredential(credential),
      await devices(),
      (await events()).at(-1)?.type,
    ];
    await until(async () => (await gone())[0] === undefined);
    expect(await gone()).toEqual([undefined, [], 'identity.second_factor.removed.v1']);
  });
});

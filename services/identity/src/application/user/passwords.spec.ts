import { derivedId, type EventLog, freshId, LogUnavailable, pause } from '@cairn/kernel';
import { passwordReset } from '../../read-models/password-resets/queries.js';
import { type IdentityUnderTest, person, startIdentity } from '../../testing/identity-under-test.js';
import {
  ada,
  asPerson,
  credentials,
  grace,
  PASSWORD,
  principalOf,
  signIn,
  signUp,
} from '../../testing/sign-up.js';
import { user } from '../../domain/user/state.js';

const NEW = 'battery staple horse';
const twice = (password: string) => ({ password, repeat_password: password });

/** The log, whose appends take so many milliseconds more. */
const slowed = (log: EventLog, ms: () => number): EventLog => {
  const append = log.append.bind(log);
  log.append = async (wanted) => {
    await pause(ms());
    return append(wanted);
  };
  return log;
};

describe('a change of the password', () => {
  let under: IdentityUnderTest;
  let id: string;
  beforeEach(async () => {
    under = await startIdentity();
    id = await signUp(under);
  });
  afterEach(() => under.remove());

  it('keeps the session that did it and ends all others', async () => {
    const [mine, other] = [await signIn(under), await signIn(under)];
    const body = { password: PASSWORD, new_password: NEW, repeat_password: NEW };
    await under.done('changePassword', { body }, { principal: principalOf(mine) });
    await under.authenticator.authenticate(mine.bearer);
    await expect(under.authenticator.authenticate(other.bearer)).rejects.toThrow('A valid bearer is needed.');
    const refresh = await under.refused('refreshToken', { body: { refresh_token: other.refresh_token } });
    expect(refresh.code).toBe('refresh_token_invalid');
    await under.done('refreshToken', { body: { refresh_token: mine.refresh_token } });
    expect((await under.refused('login', credentials())).code).toBe('invalid_credentials');
    await signIn(under, 'ada', NEW);
  });

  it('is found again by its command, though the current password is another by then', async () => {
    const body = { password: PASSWORD, new_password: NEW, repeat_password: NEW };
    const message = { id: freshId(), principal: person(id) };
    await under.done('changePassword', { body }, message);
    expect((await under.done('changePassword', { body }, message)).replayed).toBe(true);
  });

  it.each([
    [{ password: 'wrong horse battery', new_password: NEW, repeat_password: NEW }, 'password_incorrect'],
    [{ password: PASSWORD, new_password: NEW, repeat_password: `${NEW}!` }, 'password_mismatch'],
    [{ password: PASSWORD, new_password: 'short', repeat_password: 'short' }, 'password_too_weak'],
    [{ password: PASSWORD, new_password: ada.email, repeat_password: ada.email }, 'password_too_weak'],
  ])('refuses %j', async (body, code) => {
    expect((await under.refused('changePassword', { body }, { principal: person(id) })).code).toBe(code);
  });

  it('S15 guesses of the current password are locked out, from their network and for this alone', async () => {
    const change = (password: string, ip: string) => ({
      body: { password, new_password: NEW, repeat_password: NEW },
      ip,
    });
    const as = { principal: person(id) };
    for (let guess = 0; guess < 10; guess += 1) {
      const refused = await under.refused('changePassword', change(`guess number ${guess}`, '192.0.2.9'), as);
      expect(refused.code).toBe('password_incorrect');
    }
    const locked = await under.refused('changePassword', change(PASSWORD, '192.0.2.9'), as);
    expect([locked.code, (locked.retryAfterSeconds ?? 0) > 0]).toEqual(['account_locked', true]);
    await signIn(under);
    await under.done('changePassword', change(PASSWORD, '192.0.2.10'), as);
  }, 30_000);

  it('needs a session', async () => {
    const body = { password: PASSWORD, new_password: NEW, repeat_password: NEW };
    const principal = { ...person(id), kind: 'key' as const, apiKeyId: freshId() };
    expect((await under.refused('changePassword', { body }, { principal })).code).toBe('session_required');
  });
});

describe('a reset of the password', () => {
  let under: IdentityUnderTest;
  let id: string;
  let appendsTake: number;
  beforeEach(async () => {
    appendsTake = 0;
    under = await startIdentity((log) => slowed(log, () => appendsTake));
    id = await signUp(under);
  });
  afterEach(() => under.remove());

  const nextMail = async (count: number): Promise<string> => {
    while (under.mails.length < count) await new Promise((resolve) => setImmediate(resolve));
    return under.mails[count - 1]!.text;
  };
  const tokenIn = (text: string): string => /\/resetpassword\/([^/\s]+)\/(\S+)/.exec(text)![2]!;
  const askFor = async (): Promise<string> => {
    const before = under.mails.length;
    await under.done('requestPasswordReset', { body: { login: 'ada@example.org' } });
    return tokenIn(await nextMail(before + 1));
  };
  const stateOf = (token: string) =>
    passwordReset(under, new Date(under.clock.now()).toISOString(), id, token);
  const use = (token: string, body = twice(NEW)) =>
    under.send('resetPassword', { user_id: id, reset_token: token, body });

  it('mails a link to the account’s address, once', async () => {
    const token = await askFor();
    expect(under.mails).toHaveLength(1);
    expect(under.mails[0]).toMatchObject({ to: 'ada@example.org' });
    expect(under.mails[0]!.messageId).toMatch(/^password-reset-[0-9a-f-]{36}@cairn$/);
    expect(await stateOf(token)).toMatchObject({ valid: true, user_id: id });
  });

  it('does nothing for an unknown login and says the same', async () => {
    const done = await under.done('requestPasswordReset', { body: { login: 'nobody' } });
    expect(done).toMatchObject({ status: 'done', position: '' });
    await askFor();
    expect(under.mails).toHaveLength(1);
  });

  it('is answered at the same moment for nobody, however long the log takes (S12)', async () => {
    const took = async (login: string): Promise<number> => {
      const began = performance.now();
      await under.done('requestPasswordReset', { body: { login } });
      return performance.now() - began;
    };
    /** What else the machine does is not Cairn's. */
    const least = async (login: string): Promise<number> =>
      Math.min(await took(login), await took(login), await took(login));
    appendsTake = 1_000;
    const [known, unknown] = [await least('ada'), await least('nobody')];
    expect(known).toBeLessThan(unknown + 200);
    expect(known).toBeGreaterThan(200);
    await nextMail(3);
  });

  it('answers alike when the log takes nothing, which it tells the log of the process (S12)', async () => {
    const error = jest.spyOn(under.logger, 'error').mockReturnValue(undefined);
    jest.spyOn(under.log, 'append').mockRejectedValueOnce(new LogUnavailable('the disk is full'));
    const done = [
      await under.done('requestPasswordReset', { body: { login: 'ada' } }),
      await under.done('requestPasswordReset', { body: { login: 'nobody' } }),
    ];
    expect({ ...done[0], stream: '' }).toEqual({ ...done[1], stream: '' });
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });

  it('sends no more than five mails in a quarter of an hour (S47)', async () => {
    for (let request = 0; request < 7; request += 1)
      await under.done('requestPasswordReset', {
        body: { login: request % 2 === 0 ? 'ada' : 'ada@example.org' },
      });
    const events = await under.log.read(`${user.category}-${id}`);
    expect(events.filter(({ type }) => type === 'identity.user.password_reset_requested.v1')).toHaveLength(5);
  });

  it('is not used up by looking, sets the password, ends all sessions and works once (S13, S14)', async () => {
    const session = await signIn(under);
    const token = await askFor();
    await stateOf(token);
    expect((await use(token)).status).toBe('done');
    expect(await stateOf(token)).toBeUndefined();
    expect(await use(token)).toMatchObject({ code: 'reset_token_invalid' });
    await expect(under.authenticator.authenticate(session.bearer)).rejects.toThrow();
    await signIn(under, 'ada', NEW);
  });

  it('succeeds for one of two at once', async () => {
    const token = await askFor();
    const replies = await Promise.all([use(token), use(token, twice('another battery staple'))]);
    expect(replies.map(({ status }) => status).sort()).toEqual(['done', 'refused']);
  });

  it('voids the other links', async () => {
    const [one, two] = [await askFor(), await askFor()];
    await use(two);
    expect(await stateOf(one)).toBeUndefined();
  });

  it('is void once the address it was mailed to is not that of the account', async () => {
    const token = await askFor();
    const body = { email: 'countess@example.org' };
    await under.done('updateMe', { body }, { principal: await asPerson(under) });
    expect(await stateOf(token)).toBeUndefined();
    expect(await use(token)).toMatchObject({ code: 'reset_token_invalid' });
    await signIn(under);
  });

  it('is over after an hour', async () => {
    const token = await askFor();
    under.ahead(61 * 60 * 1000);
    expect(await stateOf(token)).toBeUndefined();
    expect(await use(token)).toMatchObject({ code: 'reset_token_invalid' });
  });

  it('refuses a guess, another’s token and a weak password, and is not used up by it', async () => {
    const token = await askFor();
    await signUp(under, grace);
    const guess = await under.refused('resetPassword', {
      user_id: id,
      reset_token: 'A'.repeat(43),
      body: twice(NEW),
    });
    const others = await under.refused('resetPassword', {
      user_id: derivedId('someone else'),
      reset_token: token,
      body: twice(NEW),
    });
    expect([guess.code, others.code]).toEqual(['reset_token_invalid', 'reset_token_invalid']);
    expect(await use(token, twice('short'))).toMatchObject({ code: 'password_too_weak' });
    expect(await use(token, { password: NEW, repeat_password: 'x' })).toMatchObject({
      code: 'password_mismatch',
    });
    expect((await use(token)).status).toBe('done');
  });
});

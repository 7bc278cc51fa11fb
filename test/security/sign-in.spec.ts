import { arrivedMails, mailsTo, resetLinkIn } from '../support/mailbox.js';
import { PASSWORD, type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { strangers } from '../support/signing-in.js';
import { wire, type WireAnswer } from '../support/wire.js';

const NEXT = 'quite another password';

describe.each(topologies)('signing in on $name', (topology) => {
  let cairn: RunningCairn;

  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_TRUSTED_PROXIES: '127.0.0.1', CAIRN_LOG_LEVEL: 'trace' });
  });
  afterAll(() => cairn.remove());

  const { post, signIn } = strangers(() => cairn);
  /** What two answers that must not be told apart have alike. */
  const shown = ({ status, headers, text }: WireAnswer) => ({
    status,
    headers: Object.keys(headers).sort(),
    body: { ...(JSON.parse(text) as object), request_id: '', instance: '', login: '' },
  });
  it('S12 a login of nobody answers as a wrong password does, free or held back', async () => {
    const { username } = await somebody(cairn);
    for (let turn = 0; turn < 8; turn += 1) {
      const [one, other] = [await signIn(username, 'wrong'), await signIn(`no-${username}`, 'wrong')];
      expect(one.status).toBe(401);
      expect(shown(other)).toEqual(shown(one));
    }
  });

  it('S12 a reset for nobody answers as one for somebody', async () => {
    const { username, email } = await somebody(cairn);
    const reset = (login: string) => post('/api/v1/resetpassword', { login });
    const answers = [
      await reset(username),
      await reset(email),
      await reset(`no-${username}`),
      await reset(`no-${email}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(shown(answer)).toEqual(shown(answers[0]!));
    }
    expect(JSON.parse(answers[2]!.text)).toEqual({ login: `no-${username}` });
    expect(mailsTo(cairn, `no-${email}`)).toEqual([]);
  });

  describe('S13 S14 a reset', () => {
    let person: Person;
    let path: string;
    let token: string;

    beforeEach(async () => {
      person = await somebody(cairn);
      await post('/api/v1/resetpassword', { login: person.email });
      const [mail = ''] = await arrivedMails(cairn, person.email);
      ({ token } = resetLinkIn(mail));
      path = `/api/v1/resetpassword/${person.id}/${token}`;
    });
    const put = (at: string, password = NEXT, repeat = password): Promise<WireAnswer> =>
      wire(cairn, {
        method: 'PUT',
        path: at,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password, repeat_password: repeat }),
      });
    const get = (at: string) => wire(cairn, { method: 'GET', path: at });

    it('is read without being used up, and no answer about it is kept or referred to', async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        const { status, headers, text } = await get(path);
        expect(status).toBe(200);
        expect(JSON.parse(text)).toMatchObject({ valid: true, user_id: person.id });
        expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
      }
      expect((await put(path)).status).toBe(200);
      expect(cairn.printed()).toContain('"level"');
      expect(cairn.printed()).not.toContain(token);
    });

    it('works once, also when two come at once, and ends every session', async () => {
      const answers = await Promise.all([put(path), put(path)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const done = answers.find(({ status }) => status === 200)!;
      expect(JSON.parse(done.text)).toMatchObject({ user_id: person.id, password: '', repeat_password: '' });
      for (const again of [await get(path), await put(path)]) {
        expect(again.status).toBe(404);
        expect(JSON.parse(again.text)).toMatchObject({ code: 'reset_token_invalid' });
      }
      expect((await person.client.try('getMe')).status).toBe(401);
      expect((await signIn(person.email, PASSWORD, '192.0.2.3')).status).toBe(401);
      expect((await signIn(person.email, NEXT, '192.0.2.3')).status).toBe(200);
    });

    it('is not guessed, not another’s, and gone with the use of another one', async () => {
      const other = await somebody(cairn);
      const guesses = [
        `/api/v1/resetpassword/${other.id}/${token}`,
        `/api/v1/resetpassword/${person.id}/${token.slice(0, -1)}`,
        `/api/v1/resetpassword/${person.id}/${token}A`,
        `/api/v1/resetpassword/${person.id}/${token}=`,
        `/api/v1/resetpassword/${person.id}/${token}!!`,
        `/api/v1/resetpassword/${person.id}/AAAA`,
        `/api/v1/resetpassword/${person.id}/${'A'.repeat(43)}`,
        `/api/v1/resetpassword/01955630-1a2b-7c3d-8e4f-5a6b7c8d9e0f/${token}`,
      ];
      for (const guess of guesses)
        for (const answer of [await get(guess), await put(guess)]) expect(answer.status).toBe(404);
      await post('/api/v1/resetpassword', { login: person.email });
      const mails = await arrivedMails(cairn, person.email, 2);
      const tokens = mails.map((mail) => resetLinkIn(mail).token);
      const newest = tokens.find((one) => one !== token) ?? '';
      expect((await put(`/api/v1/resetpassword/${person.id}/${newest}`)).status).toBe(200);
      expect((await put(path)).status).toBe(404);
    });

    it('holds the policy of passwords and keeps the link when it refuses', async () => {
      expect((await put(path, 'short')).status).toBe(422);
      expect((await put(path, NEXT, `${NEXT}!`)).status).toBe(422);
      expect((await put(path, person.email)).status).toBe(422);
      expect((await get(path)).status).toBe(200);
    });
  });

  it('S15 guessing is locked out for the guesser, never for the owner', async () => {
    const { username } = await somebody(cairn);
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(username, `guess ${guess}`, '198.51.100.7')).status).toBe(401);
    const locked = await signIn(username, PASSWORD, '198.51.100.7');
    expect(locked.status).toBe(423);
    expect(JSON.parse(locked.text)).toMatchObject({ code: 'account_locked' });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(username, PASSWORD, '203.0.113.9')).status).toBe(200);
  });

  it('S15 the user name and the address of one account are one to the guesser', async () => {
    const { username, email } = await somebody(cairn);
    const logins = [username, email];
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(logins[guess % 2]!, `guess ${guess}`, '198.51.100.9')).status).toBe(401);
    for (const login of logins) expect((await signIn(login, PASSWORD, '198.51.100.9')).status).toBe(423);
  });

  it('S15 the name of nobody is locked as that of somebody', async () => {
    for (let guess = 0; guess < 10; guess += 1) await signIn('nobody-at-all', 'x', '198.51.100.8');
    expect((await signIn('NOBODY-at-all', 'x', '198.51.100.8')).status).toBe(423);
  });

  it('S16 a device token of somebody else opens nothing', async () => {
    const [ada, eve] = [await somebody(cairn), await somebody(cairn, 'eve')];
    const login = (device_token: string) =>
      post('/api/v1/login', { username: eve.username, password: 'wrong', device_token }, '192.0.2.4');
    for (const token of [ada.token, eve.token, 'made up']) expect((await login(token)).status).toBe(401);
  });
});

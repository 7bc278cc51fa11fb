import { allOperations } from '@cairn/contracts';
import { unzip } from '../support/archives.js';
import { arrivedMails, invitationIn, mailsTo, resetLinkIn, shareTokenIn } from '../support/mailbox.js';
import { challengeFor, withOtp } from '../support/one-time-passwords.js';
import { isUnsafe } from '../support/operations.js';
import { administrator, type Person, somebody } from '../support/people.js';
import { ADMINISTRATOR, type RunningCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

const SECOND = 'the second password, unlike others';

describe.each(topologies)('secrets on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let world: World;
  let resetToken: string;
  /** Secrets that a caller was told, by what they are. */
  let told: Readonly<Record<string, string>>;

  /** What is mailed to who is asked, and the key of an organization. */
  const tokensOfAsking = async (): Promise<Readonly<Record<string, string>>> => {
    const params = { id: world.organization };
    const [invited, sharee] = ['invited', 'sharee'].map((name) => `${name}-${ada.id}@example.org`);
    await ada.client.call('createInvitation', { params, body: { email: invited! } });
    await ada.client.call('createDatasetShare', { params: { id: world.dataset }, body: { email: sharee! } });
    const name = { name: 'of the firm', scopes: ['datasets:read'], organization_id: world.organization };
    const { body: key } = await ada.client.call('createAPIKey', { body: { ...name, password: SECOND } });
    return {
      'the token of an invitation': invitationIn((await arrivedMails(cairn, invited!))[0] ?? ''),
      'the token of a share': shareTokenIn((await arrivedMails(cairn, sharee!))[0] ?? ''),
      'the key of an organization': key.key,
    };
  };

  const secretsOfSecondFactor = async (): Promise<Readonly<Record<string, string>>> => {
    const grace = await somebody(cairn, 'grace');
    const { secret, recovery_codes } = await withOtp(grace);
    const challenge_id = await challengeFor(cairn, grace);
    const body = { challenge_id, code: recovery_codes[0] ?? '', trust_device: true };
    const { device_token = '' } = (await cairn.client().call('loginWithOtp', { body })).body;
    return {
      'the secret of one-time passwords': secret,
      'a recovery code': recovery_codes[1] ?? '',
      'the token of a device': device_token,
    };
  };

  beforeAll(async () => {
    cairn = await topology.start({ CAIRN_LOG_LEVEL: 'trace' });
    ada = await somebody(cairn);
    const idempotent = { 'idempotency-key': 'the-same' };
    const { body: key } = await ada.client.call('createAPIKey', {
      headers: idempotent,
      body: { name: 'canary', scopes: ['*:*'], password: 'a long enough password' },
    });
    await ada.client.call('changePassword', {
      headers: idempotent,
      body: { password: 'a long enough password', new_password: SECOND, repeat_password: SECOND },
    });
    const login = await cairn
      .client()
      .call('login', { headers: idempotent, body: { username: ada.username, password: SECOND } });
    await cairn.client().call('requestPasswordReset', { body: { login: ada.email } });
    resetToken = resetLinkIn((await arrivedMails(cairn, ada.email))[0] ?? '').token;
    world = await makeWorld(ada);
    const asked = await tokensOfAsking();
    told = {
      ...asked,
      ...(await secretsOfSecondFactor()),
      'the key': key.key,
      'what follows the prefix of the key': key.key.slice(8),
      'the bearer': login.body.apikey,
      'the refresh token': login.body.refresh_token ?? '',
      'the first password': 'a long enough password',
      'the second password': SECOND,
      'the password of the administrator': ADMINISTRATOR.password,
      'the reset token': resetToken,
    };
  });
  afterAll(() => cairn.remove());

  it('S7 S14 stand in no answer, whether it was good or a refusal', async () => {
    const admin = await administrator(cairn);
    const heard: string[] = [];
    for (const operation of allOperations.filter((one) => !isUnsafe(one)))
      for (const token of [ada.token, admin.token, undefined]) {
        const { headers, bytes, text } = await wire(cairn, {
          method: 'GET',
          path: pathIn(world, operation),
          token,
        });
        const files = text.startsWith('PK') ? [...(await unzip(bytes)).values()].map(String) : [text];
        heard.push(`${operation.id} ${JSON.stringify(headers)} ${files.join(' ')}`);
      }
    // The administrator's password is the one of the examples in the documents.
    const personal = Object.entries(told).filter(([what]) => !what.includes('administrator'));
    for (const [what, secret] of personal)
      expect([what, heard.filter((answer) => answer.includes(secret))]).toEqual([what, []]);
    expect(heard.filter((answer) => /\$argon2|sha256\$/.test(answer))).toEqual([]);
    // Where a file lies: the document names the field, no answer fills it.
    expect(heard.filter((answer) => answer.startsWith('getWorkflowExecution')).join()).toContain('mails.txt');
    expect(heard.filter((answer) => /"input_file_path":"/.test(answer))).toEqual([]);
  });

  it('S7 S14 are echoed by no refusal of a write', async () => {
    const canary = 'canary-in-a-secret-field';
    for (const operation of allOperations.filter((one) => one.body !== undefined)) {
      const passwords = ['password', 'new_password', 'repeat_password'];
      const secrets = [...passwords, 'refresh_token', 'device_token', 'value'];
      const body = JSON.stringify(Object.fromEntries(secrets.map((name) => [name, [canary]])));
      const { text } = await wire(cairn, {
        method: operation.method,
        path: pathIn(world, operation),
        token: ada.token,
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([operation.id, text.includes(canary)]).toEqual([operation.id, false]);
    }
  });

  it('S14 a reset token in an address stands in no refusal and nothing that is printed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const path = `/api/v1/resetpassword/${ada.id}/${resetToken}`;
      const { text } = await wire(cairn, { method, path: `${path}?unknown=${resetToken}` });
      expect(text).not.toContain(resetToken);
    }
    expect(cairn.printed()).not.toContain(resetToken);
  });

  it('S7 the tokens of invitations and shares in an address stand in no refusal, nor in what is printed or kept', async () => {
    const places = { 'the token of an invitation': 'invitations', 'the token of a share': 'shares' };
    for (const [what, place] of Object.entries(places)) {
      const token = told[what] ?? '';
      for (const method of ['GET', 'POST', 'DELETE']) {
        const path = `/api/v1/${place}/${token}/accept`;
        const { status, text } = await wire(cairn, { method, path: `${path}?unknown=${token}` });
        expect([what, method, status >= 400, text.includes(token)]).toEqual([what, method, true, false]);
      }
    }
  });

  it('S7 stand in nothing that is printed, at the most talkative level', () => {
    expect(cairn.printed().length).toBeGreaterThan(10_000);
    for (const [what, secret] of Object.entries(told))
      expect([what, cairn.printed().includes(secret)]).toEqual([what, false]);
    expect(cairn.printed()).not.toMatch(/\$argon2/);
  });

  it('S7 stand in no file, and hashes in the vault alone', async () => {
    for (const [what, secret] of Object.entries(told)) {
      const holding = (await cairn.inside.holding(secret)).filter((name) => !name.startsWith('mail'));
      // Codes are made of it, so that the vault has it itself.
      const isOfVault = what === 'the secret of one-time passwords';
      const elsewhere = holding.filter((name) => !(isOfVault && name.startsWith('vault')));
      expect([what, elsewhere]).toEqual([what, []]);
    }
    const hashed = await cairn.inside.holding('$argon2id$');
    expect(hashed.filter((name) => !name.startsWith('vault'))).toEqual([]);
    expect(hashed).not.toEqual([]);
    const found = await cairn.inside.holding(world.dataset);
    expect(found.some((name) => name.startsWith('log'))).toBe(true);
  });

  it('S14 the mail of a reset is the only place of its token', async () => {
    const found = await cairn.inside.holding(resetToken.slice(0, 20));
    expect(found.filter((name) => !name.startsWith('mail'))).toEqual([]);
    expect(mailsTo(cairn, ada.email)).toHaveLength(1);
  });

  it('S37 what is printed stays one record a line, and mails keep to their headers', async () => {
    const forged = 'x\r\n{"level":60,"msg":"forged"}\r\nBcc: eve@example.org';
    const requests = [
      { method: 'POST', path: '/api/v1/login', body: { username: forged, password: 'x' } },
      { method: 'POST', path: '/api/v1/resetpassword', body: { login: forged } },
      {
        method: 'POST',
        path: '/api/v1/register',
        body: { username: forged, email: 'f@example.org', password: SECOND },
      },
      {
        method: 'POST',
        path: '/api/v1/register',
        body: { username: 'forged', email: `f@example.org\r\nBcc: eve@example.org`, password: SECOND },
      },
      { method: 'POST', path: '/api/v1/datasets', body: { name: forged } },
      { method: 'GET', path: `/api/v1/${encodeURIComponent(forged)}` },
      { method: 'GET', path: `/api/v1/datasets?${encodeURIComponent(forged)}=1` },
    ];
    for (const { method, path, body } of requests) {
      const answer = await wire(cairn, {
        method,
        path,
        token: ada.token,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'x\t{"forged":1}',
          'x-request-id': 'a b{"x":1}',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['x-request-id']).toMatch(/^[\w.~:-]{1,128}$/);
    }
    const records = cairn
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const named = { process: expect.stringMatching(/^cairn/), service: expect.any(String) };
    for (const record of records)
      expect(JSON.parse(record)).toMatchObject({
        level: expect.anything(),
        instance: expect.any(String),
        ...named,
      });
    const lines = cairn
      .printed()
      .split('\n')
      .filter((line) => /forged/.test(line) && !line.startsWith('{'));
    expect(lines).toEqual([]);
    expect(records.filter((record) => (JSON.parse(record) as { msg?: string }).msg === 'forged')).toEqual([]);
    expect(mailsTo(cairn, 'eve@example.org')).toEqual([]);
  });
});

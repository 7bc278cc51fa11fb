/** `helm test`: the program that tells whether an installation does what a client wants of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { administrator, PASSWORD, somebody } from '../support/people.js';
import { freePort, root, type SharedCairn, topologies } from '../support/topology.js';

const check = async (environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(root, 'deploy/image/dist/check.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [said, warned] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  const lines = said
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ \(\d+ ms\)$/, ''));
  return { code, lines, warned };
};

const WITH_A_DATASET = [
  'make a dataset',
  'read it',
  'put a text into it',
  'read the text',
  'find it in the list',
  'delete it',
  'see that it is gone',
  'read its history',
];
const told = (steps: readonly string[]) => steps.map((step) => `ok: ${step}`);

describe.each(topologies)('the check of an installation on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  it('makes an account for itself, of which nothing is left', async () => {
    const { code, lines, warned } = await check({ CHECK_URL: cairn.baseUrl });
    const steps = [
      'make an account',
      'sign in',
      ...WITH_A_DATASET,
      'delete the account',
      'see that the session is over',
    ];
    expect({ code, lines, warned }).toEqual({ code: 0, lines: told(steps), warned: '' });
    const { body } = await (await administrator(cairn)).client.call('listUsers', { query: { q: 'check' } });
    expect(body.filter(({ email }) => email.endsWith('@example.invalid'))).toEqual([]);
  });

  it('signs in as who it is told to, and out again', async () => {
    const ada = await somebody(cairn, 'ada');
    const environment = { CHECK_URL: cairn.baseUrl, CHECK_LOGIN: ada.username, CHECK_PASSWORD: PASSWORD };
    const { code, lines } = await check(environment);
    const steps = ['sign in', ...WITH_A_DATASET, 'sign out', 'see that the session is over'];
    expect({ code, lines }).toEqual({ code: 0, lines: told(steps) });
    expect((await ada.client.call('getMe')).body.id).toBe(ada.id);
    expect((await ada.client.call('listDatasets')).body).toEqual([]);
  });

  it('says which step failed, how it was answered, and ends with 1', async () => {
    const { username } = await somebody(cairn, 'ada');
    const secret = 'not the password';
    const { code, lines } = await check({
      CHECK_URL: cairn.baseUrl,
      CHECK_LOGIN: username,
      CHECK_PASSWORD: secret,
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /^failed: sign in: login was answered 401 invalid_credentials: .* \(request [^)]+\)$/,
      ),
    ]);
    expect(lines.join()).not.toContain(secret);
  });
});

describe('the check of an installation', () => {
  it('ends in time with 1 where nobody listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const began = performance.now();
    const { code, lines } = await check({ CHECK_URL: url, CHECK_SECONDS: '2' });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`failed: make an account: nobody answered at ${url} (ECONNREFUSED)`],
    });
    expect(performance.now() - began).toBeGreaterThan(1_000);
  });

  it.each([
    [{}, 'failed: CHECK_URL must be the address of a gateway: http://cairn:8080.'],
    [
      { CHECK_URL: 'http://cairn', CHECK_LOGIN: 'ada' },
      'failed: CHECK_LOGIN and CHECK_PASSWORD are set together, or neither of them.',
    ],
    [
      { CHECK_URL: 'http://cairn', CHECK_SECONDS: '1m' },
      'failed: CHECK_SECONDS must be a whole number from 1 to 9999.',
    ],
  ])('says in one sentence what it was not told: %p', async (environment, sentence) => {
    expect(await check(environment)).toEqual({ code: 1, lines: [sentence], warned: '' });
  });
});

// @runs-alone: it takes all places there are, and what others do at the same time would be refused in other words.
import { randomUUID } from 'node:crypto';
import { codeIn, problemIn } from '../support/answers.js';
import { PASSWORD, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { wire, type WireAnswer } from '../support/wire.js';

/** What a crowd may do at once here: little, so that a test can be a crowd. */
const FEW = {
  CAIRN_TRUSTED_PROXIES: '127.0.0.1',
  CAIRN_MAX_REQUESTS: '4',
  CAIRN_MAX_PASSWORD_HASHES: '4',
  CAIRN_MAX_REGISTRATIONS_PER_DAY: '4',
};

describe.each(topologies)('a crowd at the door on $name', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start(FEW);
  });
  afterAll(() => cairn.remove());

  const post = (path: string, body: unknown, ip: string, headers = {}): Promise<WireAnswer> =>
    wire(cairn, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...headers },
      body: JSON.stringify(body),
    });
  const signIn = (username: string, ip: string, password = 'wrong') =>
    post('/api/v1/login', { username, password }, ip);
  const registration = () => {
    const username = `ada-${randomUUID().slice(0, 8)}`;
    return { username, email: `${username}@example.org`, password: PASSWORD };
  };
  const register = (ip: string, body = registration(), headers = {}) =>
    post('/api/v1/register', body, ip, headers);
  const retryAfter = ({ headers }: WireAnswer): number => Number(headers['retry-after']);
  /** The text of the metrics of every process that has some. */
  const metrics = async (): Promise<string> => (await fetch(cairn.metricsUrl)).text();

  it('S15 who is held back takes no place from those who work', async () => {
    const ada = await somebody(cairn);
    const victim = `victim-${randomUUID()}`;
    for (let network = 1; network <= 9; network += 1) await signIn(victim, `198.51.100.${network}`);
    const heldBack = Array.from({ length: 12 }, (_, at) => signIn(victim, `203.0.113.${at}`));
    const asked = performance.now();
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await ada.client.try('getMe')).status);
    const worked = performance.now() - asked;
    expect(new Set(statuses)).toEqual(new Set([200]));
    const answers = await Promise.all(heldBack);
    const took = performance.now() - asked;
    expect(took).toBeGreaterThan(700);
    expect(worked).toBeLessThan(took);
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
    expect(await metrics()).toMatch(/cairn_requests_in_flight\{kind="sign_ins"\} \d/);
  }, 30_000);

  it('S15 more passwords than may be compared at once are refused, not queued', async () => {
    const ada = await somebody(cairn);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => signIn(`nobody-${at}`, `192.0.2.${at}`)),
    );
    const codes = new Set(answers.map((answer) => codeOf(answer)));
    expect(codes).toEqual(new Set(['invalid_credentials', 'overloaded']));
    const refused = answers.find((answer) => answer.status === 503)!;
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect((await ada.client.try('getMe')).status).toBe(200);
    expect((await signIn(ada.username, '192.0.2.99', PASSWORD)).status).toBe(200);
  }, 30_000);

  it('S15 guesses from many networks are slowed down for the login', async () => {
    const { username } = await somebody(cairn);
    for (let network = 1; network <= 9; network += 1) await signIn(username, `10.0.${network}.1`);
    const took = async (login: string): Promise<number> => {
      const began = performance.now();
      expect((await signIn(login, '10.1.0.1')).status).toBe(401);
      return performance.now() - began;
    };
    const free = await took(`nobody-${randomUUID()}`);
    expect(await took(username)).toBeGreaterThan(free + 500);
  }, 30_000);

  describe('S47 registrations', () => {
    it('are bounded for an address and a day, and told so', async () => {
      const ip = '198.18.1.1';
      for (let made = 0; made < 4; made += 1) expect((await register(ip)).status).toBe(201);
      const refused = await register(ip);
      expect(refused.status).toBe(429);
      expect(problemOf(refused)).toMatchObject({
        code: 'registration_limit',
        detail: expect.stringContaining('4 accounts a day'),
      });
      expect(retryAfter(refused)).toBeGreaterThan(0);
      expect(retryAfter(refused)).toBeLessThanOrEqual(24 * 60 * 60);
      expect((await register('198.18.2.1')).status).toBe(201);
    });

    it('are bounded for who walks through the networks of a household', async () => {
      const from = (network: number) => register(`2001:db8:0:1${network.toString(16).padStart(2, '0')}::1`);
      const statuses: number[] = [];
      for (let network = 0; network < 18; network += 1) statuses.push((await from(network)).status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(16);
      expect(statuses.slice(16)).toEqual([429, 429]);
      expect((await register('2001:db8:0:200::1')).status).toBe(201);
    }, 30_000);

    it('that come to nothing, or come again, are not counted', async () => {
      const ip = '198.18.3.1';
      const body = registration();
      const headers = { 'idempotency-key': randomUUID() };
      for (let turn = 0; turn < 5; turn += 1) expect((await register(ip, body, headers)).status).toBe(201);
      for (let turn = 0; turn < 5; turn += 1) expect((await register(ip, body)).status).toBe(409);
      for (let made = 1; made < 4; made += 1) expect((await register(ip)).status).toBe(201);
      expect((await register(ip)).status).toBe(429);
    });
  });
});

describe.each(topologies)('S44 the rate of logins on $name', (topology) => {
  it('grows little for who walks through networks of its own', async () => {
    const cairn = await topology.shared({
      CAIRN_RATE_LOGIN: '2',
      CAIRN_TRUSTED_PROXIES: '127.0.0.1',
    });
    try {
      const refresh = async (ip: string): Promise<number> => {
        const answer = await wire(cairn, {
          method: 'POST',
          path: '/api/v1/token/refresh',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
          body: JSON.stringify({ refresh_token: 'x' }),
        });
        return answer.status;
      };
      const site = randomUUID().slice(0, 4);
      const walk = async (networks: number, address: (at: number) => string): Promise<number> => {
        let answered = 0;
        for (let at = 0; at < networks; at += 1)
          for (let turn = 0; turn < 3; turn += 1) if ((await refresh(address(at))) === 401) answered += 1;
        return answered;
      };
      // A minute that ends in between begins another window: at most twice as many.
      expect(await walk(12, (at) => `2001:${site}:0:${at.toString(16)}::1`)).toBeLessThanOrEqual(2 * 8);
      expect(await walk(40, (at) => `198.19.7.${at}`)).toBeLessThanOrEqual(2 * 32);
      const metrics = await (await fetch(cairn.metricsUrl)).text();
      expect(metrics).toMatch(/cairn_rate_limited_total\{class="login"\} [1-9]/);
    } finally {
      await cairn.leave();
    }
  }, 60_000);
});

const codeOf = (answer: WireAnswer): string => codeIn(readable(answer));
const problemOf = (answer: WireAnswer) => problemIn(readable(answer));
const readable = ({ status, headers, text }: WireAnswer) => ({
  status,
  headers: new Headers({ 'content-type': headers['content-type'] ?? '' }),
  text,
});

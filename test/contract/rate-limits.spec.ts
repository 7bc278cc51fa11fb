import { answerOf, codeIn } from '../support/answers.js';
import { administrator, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

describe.each(topologies)('limits of the rate on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_RATE_DEFAULT: '5', CAIRN_RATE_LOGIN: '4' });
  });
  afterAll(() => cairn.leave());

  it('a limit of the rate is told before and when it is used up', async () => {
    const { client, token } = await somebody(cairn);
    const answers = [];
    for (let turn = 0; turn < 7; turn += 1)
      answers.push(await answerOf(client, { method: 'GET', path: '/api/v1/me' }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toMatch(/5/);
    expect(answers[0]?.headers.get('ratelimit')).toMatch(/r=4/);
    expect(codeIn(answers[6]!)).toBe('rate_limited');
    expect(Number(answers[6]?.headers.get('retry-after'))).toBeGreaterThan(0);
    const forged = await wire(cairn, {
      method: 'GET',
      path: '/api/v1/me?',
      token,
      headers: { 'x-forwarded-for': '203.0.113.77' },
    });
    expect(forged.status).toBe(429);
    const stranger = await somebody(cairn, 'eve');
    expect((await stranger.client.try('getMe')).status).toBe(200);
  }, 30_000);
});

describe.each(topologies)('rates that administrators set on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  /** How many of so many reads of the own account are answered, by the gateways in turn. */
  const answered = async (token: string, count: number): Promise<number> => {
    const client = cairn.client(token);
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1)
      statuses.push((await answerOf(client, { method: 'GET', path: '/api/v1/me' })).status);
    return statuses.filter((status) => status === 200).length;
  };

  it('S44: are in force at every gateway, for whom they name, until they are over', async () => {
    const { client } = await administrator(cairn);
    const [eve, ada] = [await somebody(cairn, 'eve'), await somebody(cairn)];
    const { body: key } = await eve.client.call('createAPIKey', { body: { name: 'k', scopes: ['me:read'] } });
    const rate = { class: 'default', requests: 6, window_seconds: 3600 } as const;
    const { body: before } = await client.call('getRateLimits');
    const set = (overrides: typeof before.overrides | object[]) =>
      client.call('updateRateLimits', { body: { overrides: overrides as typeof before.overrides } });
    const { body, headers } = await set([{ user_id: eve.id, ...rate }]);
    expect(body).toEqual({
      ...before,
      overrides: [{ user_id: eve.id, ...rate, burst: null }],
      updated_at: expect.any(String) as string,
      updated_by: (await client.call('getMe')).body.id,
    });
    expect(await answered(eve.token, 4)).toBe(4);
    expect(await answered(key.key, 8)).toBe(2);
    expect(await answered(ada.token, 8)).toBe(8);
    const { body: history } = await client.call('listRateLimitHistory', { query: { sort: '-revision' } });
    expect(history[0]).toMatchObject({
      revision: Number(headers.get('x-revision')),
      type: 'identity.rate_limit.changed.v1',
      changes: [{ path: '/overrides', after: body.overrides }],
    });
    await set([{ user_id: eve.id, ...rate, expires_at: '2026-01-01T00:00:00Z' }]);
    expect(await answered(eve.token, 8)).toBe(8);
    await set([]);
  }, 30_000);

  it('S22: what cannot be meant is refused, and pointed to', async () => {
    const { client } = await administrator(cairn);
    const wrong = async (body: object) => {
      const answer = await answerOf(client, { method: 'PUT', path: '/admin/settings/rate-limit', body });
      const { errors = [] } = JSON.parse(answer.text) as { errors?: { pointer: string }[] };
      return [answer.status, codeIn(answer), ...errors.map(({ pointer }) => pointer)];
    };
    const rate = { class: 'login', requests: 1 };
    expect(await wrong({ login: { requests: -1 } })).toEqual([422, 'invalid_body', '/login/requests']);
    expect(await wrong({ login: null })).toEqual([422, 'invalid_body', '/login']);
    expect(await wrong({ algorithm: 'none' })).toEqual([422, 'invalid_body', '/algorithm']);
    expect(await wrong({ overrides: [rate] })).toEqual([422, 'invalid_body', '/overrides/0']);
    expect(await wrong({ overrides: [{ ...rate, ip_cidr: 'x' }] })).toEqual([
      422,
      'invalid_body',
      '/overrides/0/ip_cidr',
    ]);
  });
});

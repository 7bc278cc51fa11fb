import { answerOf, codeIn } from '../support/answers.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

describe.each(topologies)('limits of the rate on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_RATE_DEFAULT: '5', CAIRN_RATE_LOGIN: '4' });
  }, 60_000);
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

import { type ClientRequest, request } from 'node:http';
import { until } from '@cairn/kernel/testkit';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

/** What one client may take of an edge (S11). */
describe('an edge with little to share', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  const opened: ClientRequest[] = [];
  beforeAll(async () => {
    edge = await startEdge({
      limits: { inFlight: 4, jsonBytes: 200_000, jsonValues: 10_000, bufferedBytes: 400_000 },
    });
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.destroy();
  });
  afterAll(() => edge.stop());

  const UPLOAD = '/api/v1/things/01890000-0000-7000-8000-0000000000f1/upload';
  /** Sends the head of a request and a part of its body, and keeps it open. */
  const begun = async (token: string, path: string, part: string, type = 'application/json') => {
    const outgoing = request(edge.url(path), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'transfer-encoding': 'chunked' },
    });
    opened.push(outgoing);
    outgoing.on('error', () => outgoing.destroy());
    const status = new Promise<number | undefined>((resolve) => {
      outgoing.on('response', (answer) => resolve(answer.resume().statusCode));
      outgoing.on('close', () => resolve(undefined));
    });
    outgoing.write(part);
    return { outgoing, status };
  };
  const things = '/api/v1/things';
  const buffered = (): number => edge.load.bufferedBytes;

  it('takes of a body what its operation declares: 64 KB unless it says otherwise', async () => {
    const { id } = (await send('POST', things, { name: 'x'.repeat(100_000) })).body;
    const large = await send('PUT', `${things}/${id}`, { name: 'x'.repeat(65_536) });
    expect([large.status, large.body.code, large.body['detail']]).toEqual([
      413,
      'payload_too_large',
      'The body is larger than 65536 bytes.',
    ]);
    expect((await send('PUT', `${things}/${id}`, { name: 'x'.repeat(65_000) })).status).toBe(200);
  });

  it('takes so many values and keys as its operation declares: 1,000 unless it says otherwise', async () => {
    const { id } = (await send('POST', things, { name: 'a', more: Array(1_900).fill({}) })).body;
    const many = await send('PUT', `${things}/${id}`, { name: 'a', more: Array(1_000).fill(1) });
    expect([many.status, many.body['detail']]).toEqual([
      413,
      'The body holds more than 1000 values and keys.',
    ]);
    const more = await send('POST', things, { name: 'a', more: Array(10_000).fill(1) });
    expect([more.status, more.body['detail']]).toEqual([
      413,
      'The body holds more than 10000 values and keys.',
    ]);
    expect(edge.bounds.counts).toMatchObject({ body_values: 2, body_bytes: 1 });
  });

  it('gives one account half of the transfers, and tells the next when to come again', async () => {
    const slow = (token: string, part: string) => begun(token, UPLOAD, part, 'image/png');
    const held = [await slow('ada', 'a'), await slow('adaElsewhere', 'b')];
    await until(async () => edge.load.transfers.taken === 2);
    expect(await (await slow('ada', 'c')).status).toBe(429);
    const told = await send('GET', `/api/v1/files/${'0'.repeat(64)}`);
    expect([told.status, told.body.code, told.header('retry-after')]).toEqual([429, 'too_many_at_once', '1']);
    expect(told.body['detail']).toContain('One account may have 2 transfers');
    // Another account has the other half; requests that are no transfers are not concerned.
    const other = await send('GET', `/api/v1/files/${'0'.repeat(64)}`, undefined, {
      authorization: 'Bearer root',
    });
    expect(other.status).toBe(404);
    expect((await send('GET', things)).status).toBe(200);
    for (const { outgoing } of held) outgoing.end();
    expect(await Promise.all(held.map(({ status }) => status))).not.toContain(429);
    await until(async () => edge.load.transfers.taken === 0);
    expect((await send('GET', `/api/v1/files/${'0'.repeat(64)}`)).status).toBe(404);
  });

  it('keeps no more of bodies than it has room for, of one account and of all', async () => {
    const part = `{"name":"${'x'.repeat(149_000)}`;
    await begun('ada', things, part);
    await until(async () => buffered() >= 149_000);
    // One account: its share is one whole body of the largest size.
    const second = await begun('adaElsewhere', things, part);
    expect(await second.status).toBe(429);
    await begun('root', things, part.slice(0, 60_000));
    await until(async () => buffered() >= 209_000);
    const whole = (token: string, size: number) =>
      send('POST', things, { name: 'x'.repeat(size) }, { authorization: `Bearer ${token}` });
    const beyond = await whole('root', 20_000);
    expect([beyond.status, beyond.body.code]).toEqual([429, 'too_many_at_once']);
    expect(beyond.body['detail']).toContain('While others have so many, one account may have 20000 bytes');
    const announced = await whole('eve', 100_000);
    expect([announced.status, announced.body.code, announced.header('retry-after')]).toEqual([
      503,
      'overloaded',
      '1',
    ]);
    expect(announced.body['detail']).toContain('300000 bytes of bodies');
    // What is left is for the parts of others.
    expect((await whole('eve', 14_000)).status).toBe(201);
    // Small bodies have room of their own, so that others still sign in.
    const { id } = (await send('POST', things, { name: 'a' }, { authorization: 'Bearer root' })).body;
    expect((await send('PUT', `${things}/${id}`, { name: 'b' })).status).toBe(200);
    for (const one of opened) one.destroy();
    await until(async () => buffered() === 0);
    expect((await send('POST', things, { name: 'x'.repeat(100_000) })).status).toBe(201);
  });

  it('counts a body that is small and has many values as what it takes to hold', async () => {
    // 30 KB that count for 240 KB: more than the share of one account.
    const refused = await send('POST', things, { name: 'a', more: Array(9_900).fill({}) });
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_at_once']);
    expect((await send('POST', things, { name: 'a', more: Array(8_000).fill({}) })).status).toBe(201);
    expect(buffered()).toBe(0);
  });

  it('lets one account have only so many bodies that are slow to come', async () => {
    await begun('ada', things, '{');
    await begun('adaElsewhere', things, '{');
    const third = await begun('ada', things, '{');
    expect(await third.status).toBe(429);
    expect((await send('POST', things, { name: 'a' })).status).toBe(201);
    expect(edge.bounds.counts.caller_share).toBeGreaterThan(3);
  });
});

import { once } from 'node:events';
import { request } from 'node:http';
import type { Answer } from './call/answer.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

/** Longer than a machine stands still. */
const lagMs = 9_000;

/** Sends so many requests and answers when all of them are begun; they hold their places until `answerAll`. */
const holding = async (edge: RunningEdge, path: string, count: number) => {
  let answerAll = (): void => undefined;
  const all = new Promise<Answer>((resolve) => (answerAll = () => resolve({ kind: 'empty' })));
  let begun = 0;
  const allBegun = new Promise<void>((resolve) => {
    edge.knobs.fail = () => {
      begun += 1;
      if (begun === count) resolve();
      return all;
    };
  });
  const send = requests(() => edge);
  const held = Promise.all(Array.from({ length: count }, () => send('POST', path)));
  await allBegun;
  return { held, answerAll };
};

describe('an edge with as much to do as it can', () => {
  let edge: RunningEdge;
  let places: Awaited<ReturnType<typeof holding>>;
  const send = requests(() => edge);
  const PLACES = 3;

  beforeAll(async () => {
    edge = await startEdge({ limits: { inFlight: PLACES, callerShare: 1, lagMs } });
  });
  afterAll(() => edge.stop());
  beforeEach(async () => {
    places = await holding(edge, '/api/v1/slow', PLACES);
  });
  afterEach(async () => {
    places.answerAll();
    expect((await places.held).map(({ status }) => status)).toEqual(Array<number>(PLACES).fill(204));
  });

  it('refuses the next at once, whoever it is of, and says when to come again', async () => {
    const { status, body, header } = await send('GET', '/api/v1/things', undefined, {
      authorization: 'Bearer nobody',
      'x-request-id': 'mine',
    });
    expect(status).toBe(503);
    expect(body).toEqual({
      type: '/docs/errors#overloaded',
      title: 'Too busy',
      status: 503,
      detail: expect.stringContaining('Nothing was done') as string,
      instance: '',
      code: 'overloaded',
      request_id: 'mine',
    });
    expect(['retry-after', 'content-type', 'cache-control', 'x-request-id'].map(header)).toEqual([
      '1',
      'application/problem+json',
      'no-store',
      'mine',
    ]);
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toContain("default-src 'none'");
  });

  it('tells clients of the open inference protocol where they look for it', async () => {
    const { status, body } = await send('GET', '/v2/models/any');
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: expect.stringContaining('Nothing was done') as string });
  });

  it('refuses without waiting for the body', async () => {
    const outgoing = request(edge.url('/api/v1/things'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    outgoing.flushHeaders();
    const status = await new Promise((resolve) =>
      outgoing.on('response', (response) => resolve(response.resume().statusCode)),
    );
    outgoing.destroy();
    expect(status).toBe(503);
  });

  it('answers who looks whether it lives', async () => {
    const answers = await Promise.all(['/healthz', '/readyz'].map((path) => send('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('lets files come and go, which have places of their own', async () => {
    const path = '/api/v1/things/01890000-0000-7000-8000-0000000000f1/upload';
    const upload = await fetch(edge.url(path), {
      method: 'POST',
      headers: { authorization: 'Bearer ada', 'content-type': 'image/png' },
      body: 'a file',
    });
    expect(upload.status).not.toBe(503);
    expect((await send('GET', `/api/v1/files/${'0'.repeat(64)}`)).status).not.toBe(503);
  });

  it('does what it refused when it is sent again', async () => {
    expect((await send('POST', '/api/v1/things', { name: 'a' })).status).toBe(503);
    places.answerAll();
    await places.held;
    expect((await send('POST', '/api/v1/things', { name: 'a' })).status).toBe(201);
  });
});

describe('those who sign in', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeEach(async () => {
    edge = await startEdge({ limits: { inFlight: 2, signIns: 2, callerShare: 1 } });
  });
  afterEach(() => edge.stop());

  it.each([
    ['/api/v1/broken', ['GET', '/api/v1/things'], 200],
    ['/api/v1/slow', ['POST', '/api/v1/broken'], 204],
  ] as const)(
    'and others have places of their own: %s takes none of %s',
    async (path, [method, other], status) => {
      const { held, answerAll } = await holding(edge, path, 2);
      const third = await send('POST', path);
      expect([third.status, third.header('retry-after')]).toEqual([503, '1']);
      const elsewhere = send(method, other);
      if (status === 204) answerAll();
      expect((await elsewhere).status).toBe(status);
      answerAll();
      expect((await held).map((answer) => answer.status)).toEqual([204, 204]);
    },
  );
});

describe('who has as many requests as one may have', () => {
  it('waits for its own, and is refused beyond that; all others are answered', async () => {
    const edge = await startEdge({ limits: { inFlight: 8, lagMs } });
    const send = requests(() => edge);
    const slow = () => send('POST', '/api/v1/slow');
    const as = (authorization: string) => send('GET', '/api/v1/things', undefined, { authorization });
    const { held, answerAll } = await holding(edge, '/api/v1/slow', 4);
    const inLine = Array.from({ length: 4 }, slow);
    const refused = await Promise.race([...inLine, slow()]);
    expect([refused.status, refused.body.code, refused.header('retry-after')]).toEqual([
      429,
      'too_many_at_once',
      '1',
    ]);
    expect(refused.body['detail']).toContain('One network may have 4 requests');
    expect([(await as('Bearer ada')).status, (await as('Bearer root')).status]).toEqual([200, 200]);
    answerAll();
    expect((await Promise.all(inLine)).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await held).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(edge.load.requests.taken).toBe(0);
    await edge.stop();
  });
});

describe('clients that are slow to send', () => {
  it('take no place from others', async () => {
    const edge = await startEdge({ limits: { inFlight: 1, lagMs } });
    const send = requests(() => edge);
    const body = JSON.stringify({ name: 'slow' });
    const slow = request(edge.url('/api/v1/things'), {
      method: 'POST',
      headers: {
        authorization: 'Bearer ada',
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const status = new Promise((resolve) =>
      slow.on('response', (response) => resolve(response.resume().statusCode)),
    );
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write(body.slice(0, 5));
    const others = [await send('GET', '/api/v1/things'), await send('POST', '/api/v1/things', { name: 'a' })];
    expect(others.map(({ status: told }) => told)).toEqual([200, 201]);
    slow.end(body.slice(5));
    expect(await status).toBe(201);
    await edge.stop();
  });
});

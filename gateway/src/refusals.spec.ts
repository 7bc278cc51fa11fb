import { connect } from 'node:net';
import { AccessUnproven } from '@cairn/identity';
import {
  CalledServiceUnavailable,
  DocumentsUnavailable,
  LogUnavailable,
  OutcomeUnknown,
  RecordDamaged,
  RegistersUnavailable,
} from '@cairn/kernel';
import { Problem } from './problems/problem.js';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

describe('what the edge refuses', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge({
      rateLimits: { login: { requests: 3, windowSeconds: 3600 } },
      limits: { jsonBytes: 2000, bodyIdleMs: 100 },
      trustedProxies: ['127.0.0.1'],
    });
  });
  afterAll(() => edge.stop());

  /** The status line and head of the answer to bytes as they are. */
  const raw = async (bytes: string): Promise<string> => {
    const socket = connect(edge.port);
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('\r\n\r\n')) break;
    }
    return text;
  };

  it('tells in the shape of RFC 9457', async () => {
    const { status, header, body } = await send('GET', '/api/v1/nothing?token=secret', undefined, {
      'x-request-id': 'my-request',
    });
    expect([status, header('content-type')]).toEqual([404, 'application/problem+json']);
    expect(body).toEqual({
      type: '/docs/errors#not_found',
      title: 'Not found',
      status: 404,
      detail: 'There is nothing at this address.',
      instance: '/api/v1/nothing',
      code: 'not_found',
      request_id: 'my-request',
    });
    expect(header('x-request-id')).toBe('my-request');
  });

  it('tells clients of the open inference protocol its sentence where they look for it', async () => {
    const { body } = await send('GET', '/v2/repository/index');
    const detail = 'There is nothing at this address.';
    expect(body).toMatchObject({ code: 'not_found', detail, error: detail });
    expect((await send('GET', '/v20')).body).not.toHaveProperty('error');
  });

  it.each([
    ['/api/v1/things/no-id?token=secret', '/api/v1/things/no-id'],
    ['/docs/no-such-file.js', '/docs/no-such-file.js'],
  ])('tells of %s that it is %s', async (path, instance) => {
    expect((await send('GET', path)).body).toMatchObject({ status: 404, instance });
  });

  it('sends headers that protect, and none that tell what it is made of', async () => {
    const { header } = await send('GET', '/api/v1/things');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(header('cache-control')).toBe('no-store');
    expect(header('strict-transport-security')).toBe('max-age=31536000');
    expect(header('x-powered-by')).toBeNull();
    expect(header('server')).toBeNull();
    expect(header('access-control-allow-origin')).toBeNull();
  });

  it.each<[string, string, unknown, Record<string, string>, number, string]>([
    ['nobody', '/api/v1/things', undefined, { authorization: '' }, 401, 'unauthenticated'],
    ['another scheme', '/api/v1/things', undefined, { authorization: 'Basic x' }, 401, 'unauthenticated'],
    ['an unknown bearer', '/api/v1/things', undefined, { authorization: 'Bearer x' }, 401, 'unauthenticated'],
    ['a user at /admin', '/admin/projections', undefined, {}, 403, 'administrator_required'],
    [
      'a key at /admin',
      '/admin/projections',
      undefined,
      { authorization: 'Bearer key' },
      403,
      'administrator_required',
    ],
    ['an id that is none', '/api/v1/things/jobs', undefined, {}, 404, 'not_found'],
    [
      'an id in upper case',
      '/api/v1/things/01890000-0000-7000-8000-00000000ADA0',
      undefined,
      {},
      404,
      'not_found',
    ],
    ['a slash at the end', '/api/v1/things/', undefined, {}, 404, 'not_found'],
    ['a bad escape', '/api/v1/things/%ff', undefined, {}, 400, 'malformed_request'],
    ['NUL', '/api/v1/things/%00', undefined, {}, 400, 'malformed_request'],
    ['an unknown parameter', '/api/v1/things?limitt=1', undefined, {}, 400, 'unknown_parameter'],
    ['a wrong parameter', '/api/v1/things?limit=x', undefined, {}, 400, 'invalid_parameter'],
    ['a wrong position', '/api/v1/things', undefined, { 'x-min-position': 'a b' }, 400, 'invalid_header'],
    ['no position', '/api/v1/things', undefined, { 'x-min-position': 'FFFF' }, 400, 'invalid_header'],
    ['an unpadded position', '/api/v1/things', undefined, { 'x-min-position': '1' }, 400, 'invalid_header'],
  ])('GET by or with %s', async (_, path, body, headers, status, code) => {
    const answer = await send('GET', path, body, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.header('www-authenticate') !== null).toBe(status === 401);
  });

  it.each<[string, string, Record<string, string>, number, string]>([
    ['no JSON', '{', {}, 400, 'malformed_json'],
    ['no body', '', {}, 400, 'malformed_json'],
    ['duplicate keys', '{"name":"a","name":"b"}', {}, 400, 'malformed_json'],
    ['reserved keys (S8)', '{"name":"a","__proto__":{}}', {}, 400, 'malformed_json'],
    ['nesting (S9)', '['.repeat(1000), {}, 422, 'too_deep'],
    ['large integers (S10)', '{"name":"a","size":9007199254740993}', {}, 422, 'invalid_body'],
    ['NUL (S10)', '{"name":"a\\u0000"}', {}, 422, 'invalid_body'],
    ['a wrong type', '{"name":5}', {}, 422, 'invalid_body'],
    ['an array', '[]', {}, 422, 'invalid_body'],
    ['another media type', 'name=a', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'another charset',
      '{}',
      { 'content-type': 'application/json; charset=latin1' },
      415,
      'unsupported_media_type',
    ],
    ['compression', '{}', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['too much', `{"name":"${'x'.repeat(2000)}"}`, {}, 413, 'payload_too_large'],
    ['a wrong key', '{"name":"a"}', { 'idempotency-key': 'a b' }, 400, 'invalid_header'],
    ['a wrong tag', '{"name":"a"}', { 'if-match': 'a' }, 400, 'invalid_header'],
    ['too few scopes', '{"name":"a"}', { authorization: 'Bearer key' }, 403, 'scope_missing'],
    ['a refusal', '{"name":"taken"}', {}, 409, 'conflict'],
  ])('POST with %s', async (_, body, headers, status, code) => {
    const answer = await send('POST', '/api/v1/things', body, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('points to what is wrong in a body', async () => {
    const { body } = await send('POST', '/api/v1/things', { size: 'x' });
    expect(body.errors.map(({ pointer }) => pointer)).toEqual(['/name', '/size']);
  });

  it('answers the client in the middle of a body that is too large', async () => {
    const body = `{"name":"${'x'.repeat(5_000_000)}"}`;
    const { status, header } = await send('POST', '/api/v1/things', body);
    expect([status, header('connection')]).toEqual([413, 'close']);
  });

  it('lists the methods of a path, serves no other origin and no TRACE (S39)', async () => {
    for (const method of ['PATCH', 'OPTIONS', 'PUT']) {
      const { status, header } = await send(method, '/api/v1/things');
      expect([status, header('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect(await raw('TRACE /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('HTTP/1.1 405');
    const override = { 'x-http-method-override': 'DELETE' };
    expect((await send('GET', '/api/v1/things', undefined, override)).status).toBe(200);
    expect((await send('OPTIONS', '/nothing')).status).toBe(404);
  });

  it('refuses targets that are no path, and bodies that stand still', async () => {
    expect(await raw('GET http://evil.example/api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('400');
    expect(await raw('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('400');
    const slow =
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ada\r\n' +
      'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{';
    expect(await raw(slow)).toContain('408');
  });

  it('counts by caller and class, and keeps the word of trusted proxies only (S44)', async () => {
    const from = (ip: string) => send('POST', '/api/v1/broken', undefined, { 'x-forwarded-for': ip });
    const first = await from('2001:db8::1');
    expect(first.header('ratelimit-policy')).toBe('"login";q=3;w=3600');
    expect(first.header('ratelimit')).toMatch(/^"login";r=2;t=\d+$/);
    await from('2001:db8::2');
    await from('2001:db8::3');
    const over = await from('2001:db8::4');
    expect([over.status, over.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(over.header('retry-after'))).toBeGreaterThan(0);
    expect((await from('2001:db8:0:1::1')).status).toBe(204);
  });

  it('counts for the networks around one too, which hold some times as many (S44)', async () => {
    const from = (ip: string) => send('POST', '/api/v1/broken', undefined, { 'x-forwarded-for': ip });
    const walk = async (networks: number, ip: (at: number) => string) => {
      const policies = new Map<string, number>();
      for (let at = 0; at < networks; at += 1)
        for (let turn = 0; turn < 4; turn += 1) {
          const { status, header } = await from(ip(at));
          const told = status === 204 ? 'answered' : (header('ratelimit-policy') ?? 'no policy');
          policies.set(told, (policies.get(told) ?? 0) + 1);
        }
      return Object.fromEntries(policies);
    };
    expect(await walk(6, (at) => `2001:db8:7:10${at}::1`)).toEqual({
      answered: 12,
      '"login";q=3;w=3600': 6,
      '"login";q=12;w=3600': 6,
    });
    expect(await walk(20, (at) => `198.51.100.${at}`)).toEqual({
      answered: 48,
      '"login";q=3;w=3600': 20,
      '"login";q=48;w=3600': 12,
    });
    const over = await from('198.51.100.77');
    expect(over.body['detail']).toBe('At most 48 requests of this kind are answered in 3600 seconds.');
  });

  it('counts in memory while the registers are away, and what is full no more (S44)', async () => {
    const from = (ip: string) => send('POST', '/api/v1/broken', undefined, { 'x-forwarded-for': ip });
    const counted = jest.spyOn(edge.engines.registers, 'compareAndSet');
    for (const status of [204, 204, 204, 429, 429, 429]) expect((await from('9.9.9.8')).status).toBe(status);
    // For the address and around it until nothing is left for it, and then no more.
    expect(counted).toHaveBeenCalledTimes(3 + 3);
    counted.mockRejectedValue(new RegistersUnavailable());
    for (const status of [204, 204, 204, 429]) expect((await from('9.9.9.9')).status).toBe(status);
    counted.mockRestore();
  });

  const failed = async (error: Error) => {
    edge.knobs.fail = () => Promise.reject(error);
    const ip = `8.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
    return send('POST', '/api/v1/broken', undefined, { 'x-forwarded-for': ip });
  };
  const SECRET = '/var/secret/path';

  it.each([
    [new TypeError(SECRET), 500, 'internal'],
    [new LogUnavailable(SECRET), 503, 'log_unavailable'],
    [new OutcomeUnknown(SECRET), 503, 'log_unavailable'],
    [new CalledServiceUnavailable(SECRET), 503, 'service_unavailable'],
    [new DocumentsUnavailable(SECRET), 503, 'service_unavailable'],
    [new AccessUnproven({ cause: new Error(SECRET) }), 503, 'access_unproven'],
    [new RecordDamaged(SECRET), 500, 'internal'],
    [Object.assign(new Error(), { code: 'ENOSPC' }), 507, 'storage_full'],
  ])('tells nothing of %s but %i %s (S41)', async (error, status, code) => {
    const { body, text, header, status: told } = await failed(error);
    expect([told, body.code]).toEqual([status, code]);
    expect(text).not.toContain('secret');
    expect(header('retry-after')).toBe(status === 503 ? '1' : null);
  });

  it('tells of a file that fails before its first byte, and breaks off one that fails later', async () => {
    const streamed = async (...chunks: readonly string[]) => {
      const content = async function* (): AsyncGenerator<Uint8Array> {
        for (const chunk of chunks) yield Buffer.from(chunk);
        throw new Problem('conflict');
      };
      edge.knobs.fail = async () => ({
        kind: 'stream',
        content: content(),
        contentType: 'text/csv',
        fileName: '',
      });
      return send('POST', '/api/v1/broken', undefined, { 'x-forwarded-for': `7.7.7.${chunks.length}` });
    };
    expect((await streamed()).body.code).toBe('conflict');
    await expect(streamed('a,b')).rejects.toThrow();
  });

  it('tells in the shape of the operation where that has one', async () => {
    const { status, body, header } = await failed(new Problem('invalid_body'));
    expect([status, body]).toEqual([422, { severity: 'error', message: 'invalid_body' }]);
    expect(header('content-type')).toBe('application/json');
  });
});

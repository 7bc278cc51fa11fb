import { allOperations, type Operation } from '@cairn/contracts';
import { openApiDocument } from '@cairn/generate';
import { AT_ONCE } from '../support/cells.js';
import { everyOperation, isProtected, sentTo } from '../support/operations.js';
import { type Person, somebody } from '../support/people.js';
import { freePort, type SharedCairn, topologies } from '../support/topology.js';
import { rawExchange, wire } from '../support/wire.js';
import { makeWorld, pathIn, type World } from '../support/world.js';

describe.each(topologies)('the protocol on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let world: World;

  beforeAll(async () => {
    cairn = await topology.shared({
      CAIRN_BASE_URL: 'https://cairn.example',
      CAIRN_PORT: String(await freePort()),
    });
    ada = await somebody(cairn);
    world = await makeWorld(ada);
  });
  afterAll(() => cairn.leave());

  const statusOf = (raw: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1]);
  const request = (line: string, headers: readonly string[], body = ''): string =>
    [line, ...headers, 'Connection: close', '', body].join('\r\n');

  it('S39 an operation takes no method that it has not', () => {
    const methodsFor = sentTo(allOperations, ['PATCH', 'TRACE', 'PROPFIND', 'OPTIONS']);
    const check = async (operation: Operation, turn: number): Promise<void> => {
      const path = pathIn(world, operation);
      for (const method of methodsFor(operation, turn)) {
        const { status, headers } = await wire(cairn, { method, path, token: ada.token });
        expect([method, status]).toEqual([method, 405]);
        expect(String(headers.allow).split(', ')).toContain(operation.method);
      }
    };
    return everyOperation(allOperations, check, { atOnce: AT_ONCE });
  });

  it('S45 an operation is served', () => {
    const check = async (operation: Operation): Promise<void> => {
      const { status, text, headers } = await wire(cairn, {
        method: operation.method,
        path: pathIn(world, operation),
      });
      if (isProtected(operation)) expect(status).toBe(401);
      else expect([405, 500, 501]).not.toContain(status);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(text).not.toMatch(/^Cannot (GET|POST|PUT|DELETE) /);
    };
    return everyOperation(allOperations, check, { atOnce: AT_ONCE });
  });

  it('S39 a method is not overridden', async () => {
    const path = `/api/v1/datasets/${world.dataset}`;
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      await wire(cairn, { method: 'GET', path, token: ada.token, headers: { [name]: 'DELETE' } });
    await wire(cairn, { method: 'GET', path: `${path}?_method=DELETE`, token: ada.token });
    expect((await wire(cairn, { method: 'GET', path, token: ada.token })).status).toBe(200);
  });

  it('S39 requests that two servers read differently are refused', async () => {
    const inner = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
    const line = 'POST /api/v1/login HTTP/1.1';
    const json = 'Content-Type: application/json';
    const both = ['Host: x', json, 'Content-Length: 4', 'Transfer-Encoding: chunked'];
    const attacks = [
      request(line, both, `0\r\n\r\n${inner}`),
      request(line, ['Host: x', json, 'Content-Length: 2', 'Content-Length: 40'], `{}${inner}`),
      request(line, ['Host: x', json, 'Transfer-Encoding: xchunked'], `0\r\n\r\n${inner}`),
      request(line, ['Host: x', json, 'Content-Length: +2'], `{}${inner}`),
      request(line, ['Host: x', 'Transfer-Encoding : chunked'], `0\r\n\r\n${inner}`),
      request('GET /healthz HTTP/1.1', ['Host: x', 'X-A: a\nX-B: b']),
      request('GET /healthz HTTP/1.1', []),
      request('GET /healthz HTTP/1.1', ['Host: x', ' folded: y']),
    ];
    for (const attack of attacks) {
      const raw = await rawExchange(cairn, attack);
      expect([attack, statusOf(raw)]).toEqual([attack, 400]);
      expect(raw.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    }
  });

  it('S39 links are from the configured base, whatever the Host', async () => {
    const path = '/api/v1/datasets?limit=1';
    await ada.client.call('createDataset', { body: { name: 'another' } });
    const { headers } = await wire(cairn, {
      method: 'GET',
      path,
      token: ada.token,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    });
    expect(headers.link).toMatch(/^<https:\/\/cairn\.example\/api\/v1\/datasets\?[^>]*>; rel="next"$/);
    expect(JSON.stringify(headers)).not.toContain('evil');
    for (const target of ['http://evil.example/healthz', '*', 'healthz'])
      expect([400, 404, 405]).toContain(
        statusOf(await rawExchange(cairn, request(`GET ${target} HTTP/1.1`, ['Host: x']))),
      );
  });

  it('S39 no other origin reads with somebody’s rights', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await wire(cairn, {
        method,
        path: '/api/v1/me',
        token: ada.token,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('S11 a flood of headers is 431', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => `X-Header-${index}: ${'x'.repeat(100)}`);
    const one = [`X-Large: ${'x'.repeat(40_000)}`];
    for (const headers of [flood, one])
      expect(
        statusOf(await rawExchange(cairn, request('GET /healthz HTTP/1.1', ['Host: x', ...headers]))),
      ).toBe(431);
    expect(statusOf(await rawExchange(cairn, request('GET /healthz HTTP/1.1', ['Host: x'])))).toBe(200);
  });

  it('S41 a refusal tells an opaque id and nothing of the inside', async () => {
    const path = `/api/v1/datasets/${world.dataset}`;
    const refusals = await Promise.all([
      wire(cairn, { method: 'GET', path: '/no/such/path?secret=canary' }),
      wire(cairn, { method: 'GET', path: `${path}?secret=canary`, token: ada.token }),
      wire(cairn, { method: 'GET', path: `${path}?as_of=canary`, token: ada.token }),
      wire(cairn, { method: 'GET', path, token: 'canary' }),
      wire(cairn, { method: 'GET', path: `/api/v1/datasets?cursor=canary`, token: ada.token }),
      wire(cairn, {
        method: 'PUT',
        path,
        token: ada.token,
        headers: { 'content-type': 'application/json' },
        body: '{"canary"',
      }),
      wire(cairn, {
        method: 'PUT',
        path,
        token: ada.token,
        headers: { 'content-type': 'text/canary' },
        body: 'x',
      }),
      wire(cairn, {
        method: 'PUT',
        path,
        token: ada.token,
        headers: { 'content-type': 'application/json', 'if-match': 'canary' },
        body: '{}',
      }),
      wire(cairn, {
        method: 'POST',
        path: `${path}/upload`,
        token: ada.token,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: 'canary',
      }),
      wire(cairn, { method: 'PATCH', path, token: ada.token }),
      wire(cairn, { method: 'GET', path: '/%zz' }),
    ]);
    for (const { status, text, headers } of refusals) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(text)).toMatchObject({ request_id: headers['x-request-id'] });
      expect(text).not.toMatch(
        /node_modules|\.[jt]s:\d|\bat .+\(|Error:|SQLITE|libsql|express|\/home|\/usr|canary/i,
      );
      expect(JSON.stringify(headers)).not.toMatch(/x-powered-by|express|node\/|libsql/i);
    }
  });

  it('S45 the document served is that of the contract, and has each route once', async () => {
    const { text } = await wire(cairn, { method: 'GET', path: '/openapi.json' });
    const served = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    expect(served).toEqual(openApiDocument());
    const routes = Object.entries(served.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.sort()).toEqual(allOperations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each([
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v2/datasets',
    '/api/v1/users',
    '/api/v1/executions',
    '/admin',
    '/admin/nothing',
    '/metrics',
    '/api/v1/metrics',
    '/debug',
    '/debug/pprof',
    '/.env',
    '/.git/config',
    '/api/v1/datasets/../../admin/projections',
    '/API/v1/datasets',
    '/api/v1//datasets',
    '/readyz/x',
    '/api/v1/datasets;a=b',
  ])('S45 %s is no route', async (path) => {
    const { status, text } = await wire(cairn, { method: 'GET', path, token: ada.token });
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' });
  });

  it('S45 metrics have a port of their own, and nothing else is on it', async () => {
    const metrics = new URL(cairn.metricsUrl);
    expect(metrics.port).not.toBe(new URL(cairn.baseUrl).port);
    const { status, text } = await wire(
      { baseUrl: metrics.origin },
      { method: 'GET', path: metrics.pathname },
    );
    expect(status).toBe(200);
    expect(text).toContain('# TYPE');
    expect(text).not.toContain(world.dataset);
    for (const path of ['/api/v1/me', '/openapi.json', '/admin/projections'])
      expect(
        (await wire({ baseUrl: metrics.origin }, { method: 'GET', path, token: ada.token })).status,
      ).toBe(404);
  });
});

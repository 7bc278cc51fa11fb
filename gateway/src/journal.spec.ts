import {
  type Accessed,
  type Erred,
  type Journal,
  LogUnavailable,
  noErrorReports,
  noJournal,
} from '@cairn/kernel';
import { ADA, requests, type RunningEdge, startEdge } from './testkit/edge.js';

describe('what the journal is told of requests', () => {
  let edge: RunningEdge;
  const [accesses, errors]: [Accessed[], Erred[]] = [[], []];
  const journal: Journal = {
    ...noJournal,
    note: (access) => void accesses.push(access),
  };
  const send = requests(() => edge);
  beforeAll(async () => {
    const reports = { ...noErrorReports, note: (error: Erred) => void errors.push(error) };
    edge = await startEdge({ journal, errors: reports });
  });
  afterAll(() => edge.stop());
  beforeEach(() => {
    accesses.splice(0);
    errors.splice(0);
  });

  it('is who, what, when, from where, and what became of it', async () => {
    const made = await send(
      'POST',
      '/api/v1/things',
      { name: 'a' },
      { 'user-agent': 'spec', 'x-request-id': 'r1' },
    );
    const { id } = made.body;
    await send('GET', `/api/v1/things/${id}`);
    const duration: unknown = expect.any(Number);
    expect(accesses[0]).toEqual({
      user_id: ADA,
      session_id: 'session',
      method: 'POST',
      path: '/api/v1/things',
      route: '/api/v1/things',
      status: 201,
      duration_ms: duration,
      ip: '127.0.0.1',
      user_agent: 'spec',
      request_id: 'r1',
      bytes_in: '{"name":"a"}'.length,
      bytes_out: made.text.length,
      isAct: true,
      isRefused: false,
      isAdministrators: false,
    });
    expect(accesses[1]).toMatchObject({
      method: 'GET',
      path: `/api/v1/things/${id}`,
      route: '/api/v1/things/{id}',
      status: 200,
      isAct: false,
    });
    expect(errors).toEqual([]);
  });

  const nothing = '/api/v1/things/01890000-0000-7000-8000-000000000009';
  const key = { authorization: 'Bearer key' };
  it.each([
    ['nobody', 'GET', '/api/v1/things', undefined, { authorization: '' }, 'unauthenticated'],
    ['a key without the scope', 'POST', '/api/v1/things', { name: 'a' }, key, 'scope_missing'],
    ['a user', 'POST', '/admin/projections/a@1/replay', undefined, {}, 'administrator_required'],
    ['who asks for what is not for them', 'GET', nothing, undefined, {}, 'not_found'],
  ] as const)('S42: the refusal of %s is in it', async (_, method, path, body, headers, code) => {
    const { status } = await send(method, path, body, headers);
    expect(accesses).toMatchObject([{ path, status, error_code: code, isRefused: true }]);
  });

  it('S42: a mistake is no refusal of rights, and what an administrator looks at is dropped last', async () => {
    await send('POST', '/api/v1/things', { name: 5 });
    await send('GET', '/admin/projections', undefined, { authorization: 'Bearer root' });
    expect(accesses).toMatchObject([
      { status: 422, isRefused: false, isAdministrators: false },
      { status: 200, isRefused: false, isAdministrators: true },
    ]);
  });

  it('is nothing of probes and documents', async () => {
    const ofOpenInference = ['/v2', '/v2/health/live', '/v2/health/ready'];
    for (const path of ['/healthz', '/readyz', '/', '/docs', '/nothing', '/openapi.json', ...ofOpenInference])
      await send('GET', path);
    expect(accesses).toEqual([]);
  });

  it('S14: is no query, and nothing of a path that the contract does not know', async () => {
    await send('GET', '/api/v1/things?limit=5&canary=secret');
    await send('GET', '/api/v1/resetpassword/secret/secret/secret');
    expect(accesses.map(({ path, route }) => [path, route])).toEqual([
      ['/api/v1/things', '/api/v1/things'],
      ['', ''],
    ]);
    expect(JSON.stringify(accesses)).not.toContain('secret');
  });

  it('is each kind of answer of 5xx, by what was thrown and never by what it said', async () => {
    edge.knobs.fail = () => Promise.reject(new TypeError('the canary of ada@example.org'));
    await send('POST', '/api/v1/broken', undefined, { 'x-request-id': 'r2' });
    edge.knobs.fail = () => Promise.reject(new LogUnavailable('secret'));
    await send('POST', '/api/v1/broken');
    expect(errors).toMatchObject([
      { name: 'TypeError', userId: '', requestId: 'r2' },
      { name: 'LogUnavailable', userId: '' },
    ]);
    expect(errors[0]!.description).toMatch(/was answered 500 \(internal\)\.$/);
    expect(JSON.stringify(errors)).not.toMatch(/canary|ada@|secret/);
    expect(accesses).toMatchObject([
      { status: 500, error_code: 'internal' },
      { status: 503, error_code: 'log_unavailable' },
    ]);
  });
});

import { hash } from 'node:crypto';
import { wasRefused } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

describe('files and pages at the edge', () => {
  let edge: RunningEdge;
  let path: string;
  const send = requests(() => edge);
  const content = '0123456789';
  beforeAll(async () => {
    edge = await startEdge();
    const id = '01890000-0000-7000-8000-000000000001';
    const headers = { 'content-type': 'image/svg+xml', 'x-filename': 'a.svg' };
    const told: unknown = (await send('POST', `/api/v1/things/${id}/upload`, content, headers)).body;
    const { file } = told as { file: { sha256: string; fileName: string; size: number } };
    expect([file.fileName, file.size]).toEqual(['a.svg', 10]);
    path = `/api/v1/files/${file.sha256}`;
  });
  afterAll(() => edge.stop());

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    send(method, path, undefined, headers);

  it('are the page of the documents also with a slash behind it', async () => {
    const moved = await fetch(edge.url('/docs/'), { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location'), await moved.text()]).toEqual([308, '../docs', '']);
    const page = await fetch(edge.url('/docs/'));
    expect([page.status, page.url]).toEqual([200, edge.url('/docs')]);
    expect(await page.text()).toContain('swagger-ui');
  });

  it('are sent whole, sandboxed, under a harmless name', async () => {
    const { status, text, header } = await get();
    expect([status, text]).toEqual([200, content]);
    expect(header('content-length')).toBe('10');
    expect(header('content-type')).toBe('image/svg+xml');
    expect(header('content-disposition')).toBe(
      `attachment; filename="__.svg"; filename*=UTF-8''%C3%A4%22.svg`,
    );
    expect(header('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('accept-ranges')).toBe('bytes');
    expect(header('etag')).toBe(`"${path.slice(-64)}"`);
  });

  it('tell the fields of a form that nobody asked for, and refuse them when they are to', async () => {
    const upload = async (headers: Record<string, string>) => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'f');
      body.append('fromat, csv', 'x');
      return fetch(edge.url('/api/v1/things/01890000-0000-7000-8000-000000000001/upload'), {
        method: 'POST',
        headers: { authorization: 'Bearer ada', ...headers },
        body,
      });
    };
    const taken = await upload({});
    expect([taken.status, taken.headers.get('x-ignored-fields')]).toEqual([200, 'fromat%2C%20csv']);
    const refused = await upload({ prefer: 'handling=strict' });
    const { errors } = (await refused.json()) as { readonly errors: unknown };
    expect([refused.status, errors]).toMatchObject([422, [{ pointer: '/fromat, csv' }]]);
  });

  it('that nothing was done with are noted as such, those of an answered upload are not', async () => {
    const form = (...parts: readonly (readonly [field: string, content: string])[]) =>
      [
        ...parts.map(
          ([field, content]) =>
            `--b\r\nContent-Disposition: form-data; name="${field}"; filename="f"\r\n\r\n${content}\r\n`,
        ),
        '--b--',
      ].join('');
    const upload = async (body: string, headers: Record<string, string> = {}) => {
      const path = '/api/v1/things/01890000-0000-7000-8000-000000000001/upload';
      const type = { 'content-type': 'multipart/form-data; boundary=b' };
      return (await send('POST', path, body, { ...type, ...headers })).status;
    };
    const isNoted = (text: string) => wasRefused(edge.engines.registers, hash('sha256', text));
    expect(await upload(form(['another', 'chosen']))).toBe(200);
    expect(await upload(form(['file', 'first'], ['another', 'beside it']))).toBe(422);
    await until(async () => (await isNoted('first')) && isNoted('beside it'));
    expect(await upload(`${form(['file', 'whole'])}, and then --b half a part`.replace('--b--', '--b'))).toBe(
      400,
    );
    await until(() => isNoted('whole'));
    expect(await isNoted('chosen')).toBe(false);
  });

  it('are sent in ranges', async () => {
    const part = await get({ range: 'bytes=2-4' });
    expect([part.status, part.text, part.header('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    expect(part.header('content-length')).toBe('3');
    const beyond = await get({ range: 'bytes=10-' });
    expect([beyond.status, beyond.header('content-range')]).toEqual([416, 'bytes */10']);
    expect(beyond.body.code).toBe('range_not_satisfiable');
    expect((await get({ range: 'bytes=0-1,3-4' })).status).toBe(200);
    const head = await get({ range: 'bytes=2-4' }, 'HEAD');
    expect([head.status, head.header('content-length')]).toEqual([200, '10']);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).text).toBe(content);
    expect((await get({ range: 'bytes=0-1', 'if-range': `"${path.slice(-64)}"` })).text).toBe('01');
  });

  it('are not sent to who has them, nor to HEAD', async () => {
    expect((await get({ 'if-none-match': `"${path.slice(-64)}"` })).status).toBe(304);
    const other = await get({ 'if-match': '"other"' });
    const tag = `"${path.slice(-64)}"`;
    expect([other.status, other.body.code, other.header('etag')]).toEqual([412, 'precondition_failed', tag]);
    expect((await get({ 'if-match': tag })).status).toBe(200);
    const head = await get({}, 'HEAD');
    expect([head.status, head.text, head.header('content-length')]).toEqual([200, '', '10']);
  });

  it('that are made while they are sent have no ranges', async () => {
    const { status, text, header } = await send('GET', '/api/v1/report', undefined, { range: 'bytes=0-1' });
    expect([status, text, header('accept-ranges')]).toEqual([200, 'a,b\n1,2\n', 'none']);
    expect((await send('HEAD', '/api/v1/report')).text).toBe('');
  });

  it('tell of health, readiness and the contract to anybody', async () => {
    const nobody = { authorization: 'Bearer ignored' };
    const health = await send('GET', '/healthz', undefined, nobody);
    expect(health.body).toEqual({ status: 'ok', uptime_seconds: expect.any(Number) as number });
    const ready = await send('GET', '/readyz');
    expect([ready.status, ready.body['status']]).toEqual([200, 'ready']);
    expect((await send('GET', '/openapi.json')).body['openapi']).toBe('3.1.0');
  });

  it('show the documents from here alone', async () => {
    const docs = await send('GET', '/docs');
    expect([docs.status, docs.header('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(docs.text).not.toMatch(/https?:\/\//);
    expect(docs.header('content-security-policy')).toContain("script-src 'self'");
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'favicon-32x32.png'])
      expect((await send('GET', `/docs/${file}`)).status).toBe(200);
    for (const file of ['package.json', '..%2fpackage.json', 'nothing.js'])
      expect((await send('GET', `/docs/${file}`)).status).toBe(404);
    expect((await send('GET', '/docs/errors')).text).toContain('id="idempotency_mismatch"');
  });

  it('show projections to administrators', async () => {
    const root = { authorization: 'Bearer root' };
    const list = await send('GET', '/admin/projections', undefined, root);
    expect(JSON.parse(list.text)).toMatchObject([{ name: 'a@1' }, { name: 'b@1' }]);
    expect((await send('POST', '/admin/projections/a@1/rebuild', undefined, root)).status).toBe(200);
    expect((await send('POST', '/admin/projections/c@1/replay', undefined, root)).status).toBe(404);
  });
});

import { RegistersUnavailable } from '@cairn/kernel';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

describe('the edge', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  const create = async (name: string) => (await send('POST', '/api/v1/things', { name })).body.id;

  describe('writes', () => {
    it('law 2: answer with what the query tells', async () => {
      const { status, header, body } = await send('POST', '/api/v1/things', { name: 'a', user_id: 'evil' });
      expect(header('x-ignored-fields')).toBe('user_id');
      expect(status).toBe(201);
      expect(body).toEqual({ id: expect.any(String) as string, name: 'a' });
      expect(header('location')).toBe(`/api/v1/things/${body.id}`);
      expect(header('x-revision')).toBe('0');
      expect(header('x-position')).toBe(await edge.engines.log.head());
      expect(header('etag')).toMatch(/^"0\.[\w-]{16}"$/);
      expect(header('cache-control')).toBe('no-store');
      const [created] = await edge.engines.log.read(`thing-${body.id}`);
      expect(created?.data).toEqual({ name: 'a' });
    });

    it('refuse what is not known in a body under `Prefer: handling=strict`, and pass over it else', async () => {
      const sent = { name: 'a', txet: 'b' };
      const strict = { prefer: 'handling=strict, respond-async' };
      const refused = await send('POST', '/api/v1/things', sent, strict);
      expect([refused.status, refused.body.code, refused.header('preference-applied')]).toEqual([
        422,
        'invalid_body',
        'handling=strict',
      ]);
      expect(refused.body.errors).toMatchObject([{ pointer: '/txet', code: 'unknown_field' }]);
      const taken = await send('POST', '/api/v1/things', { name: 'a' }, strict);
      expect([taken.status, taken.header('x-ignored-fields')]).toEqual([202, null]);
      expect(taken.header('preference-applied')).toBe('handling=strict, respond-async');
      const again = { 'idempotency-key': 'typo' };
      for (let count = 0; count < 2; count += 1)
        expect((await send('POST', '/api/v1/things', sent, again)).header('x-ignored-fields')).toBe('txet');
    });

    it('compare the revision that If-Match names', async () => {
      const id = await create('a');
      const path = `/api/v1/things/${id}`;
      const etag = (await send('GET', path)).header('etag')!;
      expect((await send('PUT', path, { name: 'b' }, { 'if-match': etag })).status).toBe(200);
      const stale = await send('PUT', path, { name: 'c' }, { 'if-match': etag });
      expect(stale.status).toBe(412);
      expect(stale.body).toMatchObject({
        code: 'precondition_failed',
        detail: `${path} is not as \`If-Match\` asks.`,
      });
      expect(stale.header('etag')).toBe((await send('GET', path)).header('etag'));
      edge.knobs.lagging = true;
      const unshown = await send('PUT', path, { name: 'c' }, { 'if-match': etag });
      edge.knobs.lagging = false;
      expect([unshown.status, unshown.header('etag')]).toEqual([412, null]);
      expect((await send('PUT', path, { name: 'c' }, { 'if-match': '*' })).status).toBe(200);
      expect((await send('PUT', path, { name: 'c' }, { 'if-match': 'x' })).body.code).toBe('invalid_header');
    });

    it('take the preconditions of RFC 9110', async () => {
      const path = `/api/v1/things/${await create('a')}`;
      const etag = (await send('GET', path)).header('etag')!;
      const put = (headers: Record<string, string>) => send('PUT', path, { name: 'b' }, headers);
      for (const headers of [
        { 'if-none-match': '*' },
        { 'if-none-match': etag },
        { 'if-match': `W/${etag}` },
        { 'if-match': '"5.x", "6.y"' },
      ]) {
        const refused = await put(headers);
        expect([headers, refused.status, refused.header('etag')]).toEqual([headers, 412, etag]);
      }
      expect((await send('DELETE', path, undefined, { 'if-none-match': etag })).status).toBe(412);
      for (const method of ['GET', 'HEAD']) {
        const other = await send(method, path, undefined, { 'if-match': '"9.x"', 'if-none-match': '*' });
        expect([other.status, other.header('etag')]).toEqual([412, etag]);
        expect((await send(method, path, undefined, { 'if-match': etag })).status).toBe(200);
      }
      expect((await put({ 'if-none-match': '"5.x"' })).status).toBe(200);
      expect((await put({ 'if-match': '"0.x", "1.x",' })).status).toBe(200);
      expect((await send('POST', '/api/v1/things', { name: 'a' }, { 'if-none-match': '*' })).status).toBe(
        201,
      );
    });

    it('are refused under `If-None-Match: *` when the command finds what the edge did not see', async () => {
      const path = `/api/v1/things/${await create('a')}`;
      for (const method of ['PUT', 'DELETE']) {
        const get = jest.spyOn(edge.engines.documents, 'get').mockResolvedValueOnce(undefined);
        const refused = await send(method, path, method === 'PUT' ? { name: 'b' } : undefined, {
          'if-none-match': '*',
        });
        get.mockRestore();
        expect([refused.status, refused.header('etag') !== null]).toEqual([412, true]);
      }
      expect((await send('GET', path)).body.name).toBe('a');
      const nobody = '/api/v1/things/01890000-0000-7000-8000-000000000000';
      expect((await send('PUT', nobody, { name: 'b' }, { 'if-none-match': '*' })).status).toBe(404);
    });

    it('answer 204 to a delete, or the record when it is preferred', async () => {
      const path = `/api/v1/things/${await create('a')}`;
      const gone = await send('DELETE', path);
      expect([gone.status, gone.text, gone.header('x-revision')]).toEqual([204, '', '1']);
      expect((await send('GET', path)).status).toBe(404);
      const prefer = { prefer: 'return=representation' };
      const shown = await send('DELETE', `/api/v1/things/${await create('b')}`, undefined, prefer);
      expect([shown.status, shown.body.name]).toEqual([200, 'b']);
      expect(shown.header('preference-applied')).toBe('return=representation');
    });

    it('law 2: answer 202 when the projections lag, or nobody wants to wait', async () => {
      edge.knobs.lagging = true;
      const late = await send('POST', '/api/v1/things', { name: 'a' });
      edge.knobs.lagging = false;
      expect([late.status, Object.keys(late.body)]).toEqual([202, ['id']]);
      expect(late.header('location')).toBe(`/api/v1/things/${late.body.id}`);
      expect(late.header('x-revision')).toBe('0');
      const position = late.header('x-position')!;
      const read = await send('GET', late.header('location')!, undefined, { 'x-min-position': position });
      expect(read.status).toBe(200);
      const prefer = { prefer: 'respond-async' };
      expect((await send('POST', '/api/v1/things', { name: 'a' }, prefer)).status).toBe(202);
    });
  });

  it('law 2: a write answers 202 when its event was parked', async () => {
    const id = await create('a');
    edge.knobs.stale = [`thing-${id}`];
    const parked = await send('PUT', `/api/v1/things/${id}`, { name: 'b' });
    edge.knobs.stale = [];
    expect(parked.status).toBe(202);
    expect([parked.header('x-revision'), parked.header('x-position')]).toEqual([
      '1',
      await edge.engines.log.head(),
    ]);
  });

  describe('idempotency keys', () => {
    const key = () => ({ 'idempotency-key': `k-${Math.random()}` });

    it('give the same answer again, and 422 to another body', async () => {
      const headers = key();
      const first = await send('POST', '/api/v1/things', { name: 'a' }, headers);
      const again = await send('POST', '/api/v1/things', { name: 'a' }, headers);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.header('etag')).toBe(first.header('etag'));
      expect(again.header('x-position')).toBe(first.header('x-position'));
      expect(first.header('idempotency-replayed')).toBeNull();
      expect(again.header('idempotency-replayed')).toBe('true');
      const other = await send('POST', '/api/v1/things', { name: 'b' }, headers);
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    });

    it('law 3: are recognised by the log when the registers have lost them, and answered as it was then', async () => {
      const headers = key();
      edge.knobs.lagging = true;
      const late = await send('POST', '/api/v1/things', { name: 'a' }, headers);
      edge.knobs.lagging = false;
      await send('PUT', late.header('location')!, { name: 'changed' });
      const again = await send('POST', '/api/v1/things', { name: 'a' }, headers);
      expect([again.status, again.body]).toEqual([201, { id: late.body.id, name: 'a' }]);
      expect(again.header('idempotency-replayed')).toBe('true');
      expect(again.header('x-revision')).toBe('0');
      const other = await send('POST', '/api/v1/things', { name: 'b' }, headers);
      expect(other.body.code).toBe('idempotency_mismatch');
    });

    it('are free again after a refusal', async () => {
      const headers = key();
      expect((await send('POST', '/api/v1/things', { name: 'taken' }, headers)).status).toBe(409);
      expect((await send('POST', '/api/v1/things', { name: 'free' }, headers)).status).toBe(201);
    });

    it('are 503 while the registers are not reached', async () => {
      const { registers } = edge.engines;
      const unreachable = new RegistersUnavailable('no');
      const get = jest.spyOn(registers, 'get').mockRejectedValue(unreachable);
      const { status, body, header } = await send('POST', '/api/v1/things', { name: 'a' }, key());
      get.mockRestore();
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
      expect(header('retry-after')).toBe('1');
    });
  });

  describe('reads', () => {
    it('answer 304 to who knows the body', async () => {
      const path = `/api/v1/things/${await create('a')}`;
      const { header } = await send('GET', path);
      const known = await send('GET', path, undefined, { 'if-none-match': header('etag')! });
      expect([known.status, known.text, known.header('etag')]).toEqual([304, '', header('etag')]);
      expect(header('cache-control')).toBe('private, no-cache');
    });

    it('go back to a time and to a revision', async () => {
      const path = `/api/v1/things/${await create('old')}`;
      await send('PUT', path, { name: 'new' });
      expect((await send('GET', `${path}?revision=0`)).body.name).toBe('old');
      expect((await send('GET', `${path}?revision=1`)).body.name).toBe('new');
      const future = await send('GET', `${path}?revision=2`);
      expect([future.status, future.body.code]).toEqual([422, 'in_future']);
      expect((await send('GET', `${path}?as_of=2020-01-01T00:00:00Z`)).status).toBe(404);
      expect((await send('GET', `${path}?as_of=2999-01-01T00:00:00Z`)).body.code).toBe('in_future');
      const nobody = '/api/v1/things/01890000-0000-7000-8000-000000000000?revision=5';
      expect((await send('GET', nobody)).status).toBe(404);
      const gone = `/api/v1/things/${await create('gone')}`;
      await send('DELETE', gone);
      expect((await send('GET', `${gone}?revision=9`)).status).toBe(404);
    });

    it('wait for a revision, and refuse one that the resource has not', async () => {
      const path = `/api/v1/things/${await create('a')}`;
      expect((await send('GET', path, undefined, { 'x-min-revision': '0' })).status).toBe(200);
      const beyond = await send('GET', path, undefined, { 'x-min-revision': '7' });
      expect([beyond.status, beyond.body.code]).toEqual([400, 'invalid_header']);
      expect((await send('GET', path, undefined, { 'x-min-revision': 'x' })).status).toBe(400);
    });

    it('law 2: tell when something of it is stale', async () => {
      const id = await create('a');
      edge.knobs.stale = [`thing-${id}`];
      const { header } = await send('GET', `/api/v1/things/${id}`);
      const list = await send('GET', '/api/v1/things');
      edge.knobs.stale = [];
      expect(header('x-stale')).toBe('true');
      expect(list.header('x-stale')).toBe('true');
    });

    it('page through a list', async () => {
      const ids = [await create('page'), await create('page'), await create('page')];
      const seen: string[] = [];
      let path: string | undefined = '/api/v1/things?name=page&limit=2';
      while (path !== undefined) {
        const { text, header } = await send('GET', path);
        seen.push(...(JSON.parse(text) as { id: string }[]).map(({ id }) => id));
        expect([header('x-total-count'), header('x-total-count-exact')]).toEqual(['3', 'false']);
        const next = /^<https:\/\/cairn\.example(\/api\/v1\/things\?[^>]*)>; rel="next"$/;
        path = next.exec(header('link') ?? '')?.[1];
      }
      expect(seen).toEqual(ids);
      const filtered = await send('GET', '/api/v1/things?name=page&as_of=2020-01-01T00:00:00Z');
      expect(filtered.body.code).toBe('as_of_with_filter');
      expect((await send('GET', '/api/v1/things?as_of=2020-01-01T00:00:00Z')).text).toBe('[]');
    });

    it('know an id in upper case', async () => {
      const id = await create('shouted');
      const path = `/api/v1/things/${id.toUpperCase()}`;
      expect((await send('GET', path)).body).toEqual({ id, name: 'shouted' });
      expect((await send('GET', `${path}?revision=0`)).body.id).toBe(id);
      expect((await send('PUT', path, { name: 'b' })).body).toEqual({ id, name: 'b' });
      expect((await send('GET', `/api/v1/things/urn:uuid:${id}`)).status).toBe(404);
    });

    it('prefer what is written out in a path', async () => {
      expect((await send('GET', '/api/v1/things/latest')).status).toBe(204);
    });
  });
});

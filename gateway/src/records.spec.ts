import { book, books, libraryService, shelf, shelves } from '@cairn/kernel/testkit';
import { recordHandlers } from './operations/record.js';
import { type Behind, requests, type RunningEdge, startEdge } from './testkit/edge.js';

const library: Behind = {
  service: libraryService,
  operations: [...Object.values(shelf.operations), ...Object.values(book.operations)],
  handlers: () => [...recordHandlers(shelves), ...recordHandlers(books)],
};
const NOBODYS = '01890000-0000-7000-8000-00000000dead';

/** What every record does is held by `recordConformance`; this is what the edge adds. */
describe('a record behind the edge', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  /** A key that may read, and nothing else. */
  const reader = { authorization: 'Bearer key' };
  let names = 0;
  const made = async (path: string, more = {}, headers = {}) => {
    const answer = await send('POST', path, { name: `name ${(names += 1)}`, ...more }, headers);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return { ...answer, id: answer.body.id, etag: answer.header('etag') ?? '' };
  };
  const ids = ({ text }: { readonly text: string }) =>
    (JSON.parse(text) as { id: string }[]).map(({ id }) => id);

  beforeAll(async () => {
    edge = await startEdge({}, library);
  });
  afterAll(() => edge.stop());

  it('is made with 201, where it is and its tag, once for one key', async () => {
    const { id, etag, body, header } = await made('/shelves');
    expect(header('location')).toBe(`/shelves/${id}`);
    const read = await send('GET', `/shelves/${id}`);
    expect([read.status, read.body, read.header('etag')]).toEqual([200, body, etag]);
    const key = { 'idempotency-key': 'once' };
    const [one, again] = [
      await send('POST', '/shelves', { name: 'once' }, key),
      await send('POST', '/shelves', { name: 'once' }, key),
    ];
    expect([one.status, again.status, again.body]).toEqual([201, 201, one.body]);
  });

  it('is where its path says, in what it is in', async () => {
    const { id: shelf_id } = await made('/shelves');
    const { id, header, body } = await made(`/shelves/${shelf_id}/books`);
    expect([header('location'), body['shelf_id']]).toEqual([`/shelves/${shelf_id}/books/${id}`, shelf_id]);
  });

  it('is not sent again to who has it', async () => {
    const { id, etag } = await made('/shelves');
    const same = await send('GET', `/shelves/${id}`, undefined, { 'if-none-match': etag });
    expect([same.status, same.text]).toEqual([304, '']);
  });

  it('is changed under an id in the body where the path has none', async () => {
    const { id } = await made('/shelves');
    const changed = await send('PUT', '/shelves', { id, room: 'cellar' });
    expect([changed.status, changed.body['room'], changed.body.id]).toEqual([200, 'cellar', id]);
    const unnamed = await send('PUT', '/shelves', { room: 'cellar' });
    expect([unnamed.status, unnamed.body.errors[0]?.pointer]).toEqual([422, '/id']);
    expect((await send('PUT', '/shelves', { id: NOBODYS, room: 'cellar' })).status).toBe(404);
  });

  it('is changed by who has seen it last, and tells others the tag of now', async () => {
    const { id, etag } = await made('/shelves');
    const first = await send('PUT', '/shelves', { id, room: 'cellar' }, { 'if-match': etag });
    const now = first.header('etag');
    expect([first.status, now === etag]).toEqual([200, false]);
    const answers = [
      await send('PUT', '/shelves', { id, room: 'attic' }, { 'if-match': etag }),
      await send('DELETE', `/shelves/${id}`, undefined, { 'if-match': etag }),
      await send('POST', `/shelves/${id}/revert`, { revision: 1 }, { 'if-match': etag }),
    ];
    for (const { status, body, header } of answers)
      expect([status, body.code, header('etag')]).toEqual([412, 'precondition_failed', now]);
    expect((await send('DELETE', `/shelves/${id}`, undefined, { 'if-match': now! })).status).toBe(204);
  });

  it('is deleted with 204, or as it was where that is preferred', async () => {
    const [one, other] = [await made('/shelves'), await made('/shelves')];
    const plain = await send('DELETE', `/shelves/${one.id}`);
    expect([plain.status, plain.text]).toEqual([204, '']);
    const told = await send('DELETE', `/shelves/${other.id}`, undefined, { prefer: 'return=representation' });
    expect([told.status, told.body.name]).toEqual([200, other.body.name]);
    const restored = await send('POST', `/shelves/${one.id}/restore`);
    expect([restored.status, restored.body.name]).toEqual([200, one.body.name]);
    const undone = await send('POST', `/shelves/${one.id}/revert`, { revision: 2 });
    expect([undone.status, undone.body.id]).toEqual([200, one.id]);
    expect((await send('GET', `/shelves/${one.id}`)).status).toBe(404);
  });

  it('tells which fields of a body it ignores: those of the server', async () => {
    const { id: shelf_id } = await made('/shelves');
    const at = `/shelves/${shelf_id}/books`;
    const { header, id } = await made(at, { cover: null, shelf_id: NOBODYS, created_at: 'x' });
    expect(header('x-ignored-fields')).toBe('cover, shelf_id, created_at');
    const changed = await send('PUT', `${at}/${id}`, { notes: 'n', id: NOBODYS, cover: null });
    expect([changed.status, changed.header('x-ignored-fields'), changed.body.id]).toEqual([
      200,
      'id, cover',
      id,
    ]);
    const strict = await send('POST', at, { name: 'x', cover: null }, { prefer: 'handling=strict' });
    expect([strict.status, strict.body.errors[0]?.pointer]).toEqual([422, '/cover']);
  });

  it('is not there under what it is not in, whatever is asked', async () => {
    const [one, other] = [await made('/shelves'), await made('/shelves')];
    const { id } = await made(`/shelves/${one.id}/books`);
    const wrong = `/shelves/${other.id}/books/${id}`;
    const asked = [
      ['GET', wrong],
      ['GET', `${wrong}?revision=0`],
      ['GET', `${wrong}/history`],
      ['PUT', wrong, { name: 'x' }],
      ['DELETE', wrong],
      ['POST', `${wrong}/revert`, { revision: 0 }],
      ['POST', `${wrong}/restore`],
      ['GET', `/shelves/${NOBODYS}/books`],
      ['POST', `/shelves/${NOBODYS}/books`, { name: 'x' }],
    ] as const;
    for (const [method, path, body] of asked)
      expect([method, path, (await send(method, path, body)).status]).toEqual([method, path, 404]);
    expect(ids(await send('GET', `/shelves/${other.id}/books`))).toEqual([]);
  });

  it('is listed by what the list takes, and by nothing else', async () => {
    const { id: shelf_id } = await made('/shelves');
    const at = `/shelves/${shelf_id}/books`;
    const [long, short] = [await made(at, { pages: 900 }), await made(at, { pages: 9, lent: true })];
    expect(ids(await send('GET', `${at}?sort=pages`))).toEqual([short.id, long.id]);
    expect(ids(await send('GET', `${at}?lent=true&pages=9`))).toEqual([short.id]);
    expect(ids(await send('GET', `${at}?q=name`))).toHaveLength(2);
    const page = await send('GET', `${at}?sort=name&limit=1`);
    expect([page.header('x-total-count'), page.header('link')]).toEqual([
      '2',
      expect.stringContaining('cursor='),
    ]);
    const codes = [];
    for (const query of ['notes=x', 'sort=notes', 'shelf_id=x', 'lent=perhaps'])
      codes.push([query, (await send('GET', `${at}?${query}`)).status]);
    expect(codes).toEqual(codes.map(([query]) => [query, 400]));
  });

  it('shows what is deleted to who may restore it', async () => {
    const { id: shelf_id } = await made('/shelves');
    const at = `/shelves/${shelf_id}/books`;
    const [gone, stays] = [await made(at), await made(at)];
    await send('DELETE', `${at}/${gone.id}`);
    expect(ids(await send('GET', `${at}?deleted=true`))).toEqual([gone.id]);
    expect(ids(await send('GET', at, undefined, reader))).toEqual([stays.id]);
    for (const path of [at, '/shelves']) {
      const refused = await send('GET', `${path}?deleted=true`, undefined, reader);
      expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
    }
    const past = await send('GET', `${at}?deleted=true&as_of=${String(gone.body['created_at'])}`);
    expect([past.status, past.body.code]).toEqual([400, 'as_of_with_filter']);
  });

  it('is read as of a time and of a revision, and tells its history', async () => {
    const { id, body } = await made('/shelves');
    await send('PUT', '/shelves', { id, room: 'cellar' });
    const asked = [`?as_of=${String(body['created_at'])}`, '?revision=0', '?revision=1', ''];
    const rooms = [];
    for (const query of asked) rooms.push((await send('GET', `/shelves/${id}${query}`)).body['room']);
    expect(rooms).toEqual(['hall', 'hall', 'cellar', 'cellar']);
    const history = JSON.parse((await send('GET', `/shelves/${id}/history`)).text) as { changes: unknown }[];
    expect(history[1]?.changes).toEqual([{ path: '/room', before: 'hall', after: 'cellar' }]);
  });
});

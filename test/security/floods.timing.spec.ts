// @runs-alone: it measures what others wait for.
import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { problemIn } from '../support/answers.js';
import { metricOf, residentBytes } from '../support/metrics.js';
import { Onlooker } from '../support/onlooker.js';
import { type Person, somebody } from '../support/people.js';
import { ADMINISTRATOR, type SharedCairn, topologies } from '../support/topology.js';
import { rawExchange, wire, type WireAnswer, type WireRequest } from '../support/wire.js';

const MB = 1024 * 1024;
/** `CAIRN_MAX_BUFFERED_BYTES` where nothing is set: what bodies may take of a gateway. */
const LIMIT = 64 * MB;
/** The cheapest way to much memory: three bytes for an object. */
const objects = (bytes: number): string => `[${'{},'.repeat(Math.floor(bytes / 3) - 2)}{}]`;
const withObjects = (valid: object, bytes: number): string =>
  `${JSON.stringify(valid).slice(0, -1)},"more":${objects(bytes)}}`;
const LOGIN = { username: ADMINISTRATOR.email, password: ADMINISTRATOR.password };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=b' };
const part = (head: string, content: string): string => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, content);

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

describe.each(topologies)('S11 floods on $name', (topology) => {
  let cairn: SharedCairn;
  let mallory: Person;
  let ada: Person;
  let items: string;

  beforeAll(async () => {
    // The default, so that it has gateways of its own.
    cairn = await topology.shared({ CAIRN_MAX_JSON_BYTES: String(10 * MB) });
    [mallory, ada] = [await somebody(cairn, 'mallory'), await somebody(cairn)];
    const { body } = await mallory.client.call('createDataset', { body: { name: 'a target' } });
    items = `/api/v1/datasets/${body.id}/versions/${body.active_version_id ?? ''}/items`;
  });
  afterAll(() => cairn.leave());

  const post = (
    path: string,
    body: WireRequest['body'],
    headers: Record<string, string>,
  ): Promise<WireAnswer> =>
    wire(cairn, {
      method: 'POST',
      path,
      headers,
      ...(path === '/api/v1/login' ? {} : { token: mallory.token }),
      ...(body === undefined ? {} : { body }),
    });
  const newItem = async (): Promise<string> => {
    const { id } = JSON.parse((await post(items, '{"text":"a"}', json)).text) as { readonly id: string };
    return `${items}/${id}/upload`;
  };
  const refusals = (bound: string): Promise<number> =>
    metricOf(cairn, `cairn_clients_refused_total\\{bound="${bound}"\\}`, 0);

  it('a body beside a valid login that is larger than a login can be is 413, and counted', async () => {
    const before = await refusals('body_bytes');
    const answer = await post('/api/v1/login', withObjects(LOGIN, 70_000), json);
    expect([answer.status, problemIn(answer).detail]).toEqual([413, 'The body is larger than 65536 bytes.']);
    expect(await refusals('body_bytes')).toBe(before + 1);
    expect((await post('/api/v1/login', JSON.stringify(LOGIN), json)).status).toBe(200);
  });

  it('a body of too many values is 413, and an honest one of megabytes is taken', async () => {
    const answer = await post(items, withObjects({ text: 'a' }, 5 * MB), json);
    expect([answer.status, problemIn(answer).detail]).toEqual([
      413,
      'The body holds more than 150000 values and keys.',
    ]);
    const points = Array.from({ length: 25 }, (_, at) => [at * 11.5, at * 7.25]);
    const annotations = Array.from({ length: 1_500 }, () => ({ type: 'polygon', value: { points } }));
    const text = 'a line of text '.repeat(200_000);
    const honest = await post(items, JSON.stringify({ text, annotations }), json);
    // 202 where the read models are behind.
    expect([201, 202]).toContain(honest.status);
  }, 60_000);

  it('form parts: too much text is 413, and heads that are hard to read take no longer than others', async () => {
    const upload = await newItem();
    const texts = Array.from({ length: 100 }, (_, at) => field(`f${at}`, 'x'.repeat(60_000))).join('');
    expect((await post(upload, `${texts}--b--\r\n`, form)).status).toBe(413);
    const file = 'Content-Disposition: form-data; name="f"; filename="a.txt"';
    const heads = (type: string): string =>
      Array.from({ length: 19 }, () => part(`${file}\r\nContent-Type: ${type}`, 'x')).join('');
    const timed = async (type: string): Promise<number> => {
      const began = performance.now();
      await post(upload, `${heads(type)}--b--\r\n`, form);
      return performance.now() - began;
    };
    const plain = await timed('text/plain');
    expect(await timed(`text/plain${' '.repeat(15_000)}x`)).toBeLessThan(Math.max(plain, 100) * 15);
  }, 60_000);

  it('a header flood is 431', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => `X-${index}: ${'x'.repeat(100)}`).join('\r\n');
    const raw = await rawExchange(cairn, `GET /healthz HTTP/1.1\r\nHost: x\r\n${flood}\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('all at once takes no more memory than twice the limit, and nobody else waits', async () => {
    const login = withObjects(LOGIN, 10 * MB - 1_000);
    const item = withObjects({ text: 'a' }, 10 * MB - 1_000);
    /** What somebody else waits for meanwhile, milliseconds. */
    const waitedFor = async (act: () => Promise<unknown>): Promise<readonly number[]> => {
      const onlooker = new Onlooker(`${cairn.baseUrl}/api/v1/datasets`, ada.token);
      await act();
      const times = await onlooker.stop();
      expect(times.filter(({ status }) => status !== 200)).toEqual([]);
      return times.map(({ ms }) => ms);
    };
    /** The most memory that the process has meanwhile. */
    const peakOf = async (act: () => Promise<unknown>): Promise<number> => {
      let [peak, isOver] = [0, false];
      const sampled = (async () => {
        while (!isOver) {
          peak = Math.max(peak, await residentBytes(cairn));
          await pause(30);
        }
      })();
      await act();
      isOver = true;
      await sampled;
      return peak;
    };
    let answers: readonly WireAnswer[] = [];
    const flooded = async (count: number): Promise<void> => {
      const each = Array.from({ length: count });
      answers = await Promise.all([
        ...each.map(() => post('/api/v1/login', login, json)),
        ...each.map(() => post(items, item, json)),
      ]);
    };
    const calm = await waitedFor(() => pause(3_000));
    const one = await peakOf(() => flooded(1));
    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
    let during: readonly number[] = [];
    const nine = await peakOf(async () => (during = await waitedFor(() => flooded(9))));
    const others = answers.map(({ status }) => status).filter((status) => ![413, 429, 503].includes(status));
    expect(others).toEqual([]);
    expect(nine - one).toBeLessThan(2 * LIMIT);
    expect(median(during)).toBeLessThan(Math.max(median(calm), 10) * 10);
  }, 120_000);
});

describe.each(topologies)('S11 slow clients on $name', (topology) => {
  const IDLE_SECONDS = 2;
  const RATE = 2_048;
  let cairn: SharedCairn;
  let mallory: Person;
  let upload: string;
  const opened: ClientRequest[] = [];

  beforeAll(async () => {
    cairn = await topology.shared({
      CAIRN_CLIENT_IDLE_SECONDS: String(IDLE_SECONDS),
      CAIRN_MIN_BYTES_PER_SECOND: String(RATE),
      CAIRN_MAX_REQUESTS: '8',
    });
    mallory = await somebody(cairn, 'mallory');
    const { body } = await mallory.client.call('createDataset', { body: { name: 'a target' } });
    const params = { dataset_id: body.id, version_id: body.active_version_id ?? '' };
    const { body: item } = await mallory.client.call('createDatasetItem', { params, body: { text: 'a' } });
    upload = `/api/v1/datasets/${body.id}/versions/${params.version_id}/items/${item.id}/upload`;
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.destroy();
  });
  afterAll(() => cairn.leave());

  /** Sends so many bytes each 200 ms until it is answered, or all of them; answers the status. */
  const trickled = async (
    path: string,
    type: string,
    bytes: number,
    total: number,
    token = mallory.token,
  ): Promise<number> => {
    const { hostname, port } = new URL(cairn.baseUrl);
    const headers = {
      'content-type': type,
      ...(path === '/api/v1/login' ? {} : { authorization: `Bearer ${token}` }),
    };
    const outgoing = request({ hostname, port, path, method: 'POST', headers });
    opened.push(outgoing);
    let status: number | undefined;
    const answered = new Promise<number>((resolve) => {
      outgoing.on('error', () => resolve(status ?? 0));
      outgoing.on('response', (answer) => {
        status = answer.resume().statusCode ?? 0;
        resolve(status);
      });
    });
    for (let sent = 0; sent < total && status === undefined && !outgoing.destroyed; sent += bytes) {
      outgoing.write(' '.repeat(bytes));
      await pause(200);
    }
    if (status === undefined && !outgoing.destroyed) outgoing.end();
    return answered;
  };

  it('a body that comes a byte now and then is 408, a form, a file, or JSON', async () => {
    const endless = 1_000;
    const statuses = await Promise.all([
      trickled('/api/v1/login', 'application/json', 1, endless),
      trickled('/api/v1/datasets', 'application/json', 1, endless),
      trickled(upload, 'text/plain', 1, endless),
      trickled(upload, 'multipart/form-data; boundary=b', 1, endless),
    ]);
    expect(statuses).toEqual([408, 408, 408, 408]);
  }, 60_000);

  it('a file that comes slowly and steadily is taken, however long it takes', async () => {
    // Twice the least rate, for five times as long as nothing may come.
    const status = await trickled(upload, 'text/plain', RATE * 0.4, RATE * 2 * IDLE_SECONDS * 5);
    expect(status).toBe(200);
  }, 60_000);

  it('one account, with a session and keys, holds no more than its share of the places of files: others come and go', async () => {
    const other = await somebody(cairn, 'other');
    const made = { name: 'another bearer', scopes: ['*:*'] };
    const { body: key } = await mallory.client.call('createAPIKey', { body: made });
    const held = [mallory.token, key.key].flatMap((token) =>
      Array.from({ length: 4 }, () => trickled(upload, 'text/plain', 1_000, 20_000, token)),
    );
    await pause(500);
    const file = `/api/v1/me/export`;
    const theirs = await wire(cairn, { method: 'GET', path: file, token: other.token });
    const own = await wire(cairn, { method: 'GET', path: file, token: mallory.token });
    expect([theirs.status, own.status]).toEqual([200, 429]);
    expect([problemIn(own).code, own.headers['retry-after']]).toEqual(['too_many_at_once', '1']);
    for (const one of opened) one.destroy();
    const statuses = await Promise.all(held);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  }, 60_000);
});

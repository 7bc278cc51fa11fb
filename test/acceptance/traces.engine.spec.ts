import { setTimeout as pause } from 'node:timers/promises';
import { areas } from '@cairn/contracts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { wire } from '../support/wire.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const UNSAMPLED = '5bf92f3577b34da6a3ce929d0e0e4736';
const SERVER = 2;
const CLIENT = 3;
const SECRET = 'a-token-that-is-in-the-path';
const LOOKED_AGAIN_MS = 50;
/** What each service of a cluster calls itself. */
const SERVICES = Object.keys(areas).map((name) => `cairn-${name}`);

describe.each(topologies)('traces on $name', (topology) => {
  let collector: Collector;
  let cairn: RunningCairn;
  let ada: Person;
  let own: string;
  let spans: readonly CollectedSpan[];
  let log: string;

  const create = async (name: string, headers: Record<string, string>) =>
    wire(cairn, {
      method: 'POST',
      path: '/api/v1/datasets',
      token: ada.token,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name }),
    });
  const named = (traceId: string, name: string): readonly CollectedSpan[] =>
    spans.filter((span) => span.traceId === traceId && span.name === name);
  const childrenOf = ({ traceId, spanId }: CollectedSpan): readonly string[] =>
    spans
      .filter((span) => span.traceId === traceId && span.parentSpanId === spanId)
      .map(({ name }) => name)
      .sort();

  beforeAll(async () => {
    collector = await startCollector();
    cairn = await topology.start({ CAIRN_OTLP_ENDPOINT: collector.endpoint, CAIRN_LOG_LEVEL: 'info' });
    ada = await somebody(cairn);
    expect((await create('Traced', { traceparent: `00-${TRACE}-${CALLER}-01` })).status).toBe(201);
    expect((await create('Silent', { traceparent: `00-${UNSAMPLED}-${CALLER}-00` })).status).toBe(201);
    own = 'a-request-without-a-trace';
    expect((await create('Own', { 'x-request-id': own })).status).toBe(201);
    expect((await create('', { 'x-request-id': 'refused' })).status).toBe(422);
    await wire(cairn, { method: 'GET', path: `/api/v1/resetpassword/${ada.id}/${SECRET}` });
    await wire(cairn, { method: 'GET', path: '/healthz' });
    // Nobody asked most of them for anything: they look, when they come to it, for what awaited who has registered.
    if (topology.name === 'cluster')
      while (!SERVICES.every((name) => collector.spans.some(({ service }) => service === name)))
        await pause(LOOKED_AGAIN_MS);
    // What was not sent yet is sent at the end.
    await cairn.end('SIGTERM');
    spans = collector.spans;
    log = cairn.printed();
  });
  afterAll(async () => {
    await cairn.remove();
    await collector.close();
  });

  it('reach the collector under the path of the protocol', () => {
    expect([...new Set(collector.paths)]).toEqual(['/v1/traces']);
    const services = topology.name === 'cluster' ? [...SERVICES, 'cairn-gateway'].sort() : ['cairn'];
    expect([...new Set(spans.map(({ service }) => service))].sort()).toEqual(services);
  });

  it("go on a caller's trace, from the request through the log to the read models", () => {
    const [request] = named(TRACE, 'POST /api/v1/datasets');
    expect(request).toMatchObject({
      kind: SERVER,
      parentSpanId: CALLER,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/datasets',
        'http.response.status_code': 201,
        'cairn.operation': 'createDataset',
      },
      status: 0,
    });
    const commands = named(TRACE, 'datasets.createDataset');
    const handled = commands.find(({ kind }) => kind !== CLIENT)!;
    if (topology.name === 'cluster') {
      const sent = commands.find(({ kind }) => kind === CLIENT)!;
      expect(sent).toMatchObject({ service: 'cairn-gateway', parentSpanId: request?.spanId });
      expect(handled).toMatchObject({ service: 'cairn-datasets', kind: SERVER, parentSpanId: sent.spanId });
    } else expect(handled.parentSpanId).toBe(request?.spanId);
    expect(childrenOf(handled)).toEqual(
      expect.arrayContaining(['log.appendInOrder', 'project datasets.datasets', 'project datasets.versions']),
    );
    expect(childrenOf(request!)).toContain('datasets readable');
  });

  it('begin with a request that came without one, and with no look whether the process lives', () => {
    const first = spans.filter(({ attributes }) => attributes['cairn.request'] === own);
    expect(first).toMatchObject([{ name: 'POST /api/v1/datasets', kind: SERVER }]);
    expect(first[0]?.parentSpanId ?? '').toBe('');
    expect(childrenOf(first[0]!)).toContain('datasets.createDataset');
    expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  });

  it('leave out what its caller did not want collected', () => {
    expect(spans.filter(({ traceId }) => traceId === UNSAMPLED)).toEqual([]);
  });

  it('tell what was answered, and an error only where Cairn failed', () => {
    const refused = spans.find(({ attributes }) => attributes['cairn.request'] === 'refused');
    expect(refused).toMatchObject({ attributes: { 'http.response.status_code': 422 }, status: 0 });
    expect(spans.filter(({ status }) => status === 2)).toEqual([]);
  });

  it('S14 hold no path, and with it no secret that stands in one', () => {
    expect(spans.map(({ name }) => name)).toContain('GET /api/v1/resetpassword/{user_id}/{reset_token}');
    expect(collector.received.filter((text) => text.includes(SECRET))).toEqual([]);
    expect(collector.received.filter((text) => text.includes(ada.email))).toEqual([]);
  });

  it('are named in the lines of the log', () => {
    const lines = log.split('\n').filter((line) => line.includes('"refused"'));
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        request: 'refused',
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    );
  });
});

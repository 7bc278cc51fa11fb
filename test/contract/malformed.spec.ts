import { type SharedCairn, topologies } from '../support/topology.js';
import { rawExchange } from '../support/wire.js';

const INNER = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const message = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, '', ''].join('\r\n');
const get = (...headers: readonly string[]): string => message('GET /healthz HTTP/1.1', ...headers);
const coded = (version: string, coding: string): string =>
  `${message(`POST /api/v1/login HTTP/${version}`, 'Host: x', 'Content-Type: application/json', coding)}0\r\n\r\n${INNER}`;

/** What no client should send. */
const messages: readonly (readonly [string, string, number, string])[] = [
  ['is no HTTP', 'NONSENSE\r\n\r\n', 400, 'malformed_request'],
  ['has an unknown method', message('NONSENSE / HTTP/1.1', 'Host: x'), 400, 'malformed_request'],
  ['has too large headers', get('Host: x', `X: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['asks for a tunnel', message('CONNECT a.example:443 HTTP/1.1', 'Host: x'), 400, 'malformed_request'],
  ['asks for nobody', message('GET * HTTP/1.1', 'Host: x', 'Connection: close'), 400, 'malformed_request'],
  ['has no Host', get('Connection: close'), 400, 'malformed_request'],
  ['has two Hosts', get('Host: x', 'Host: y', 'Connection: close'), 400, 'malformed_request'],
  ['has one Host twice', get('Host: x', 'Host: x', 'Connection: close'), 400, 'malformed_request'],
  ['has a Host that is none', get('Host: x@y/z', 'Connection: close'), 400, 'malformed_request'],
  ['expects something', get('Host: x', 'Expect: tea', 'Connection: close'), 417, 'expectation_failed'],
  ['is compressed on its way', coded('1.1', 'Transfer-Encoding: gzip, chunked'), 400, 'malformed_request'],
  ['has an empty coding', coded('1.1', 'Transfer-Encoding: , chunked'), 400, 'malformed_request'],
  ['has an unknown coding', coded('1.1', 'Transfer-Encoding: xchunked'), 400, 'malformed_request'],
  ['has a coding too early', coded('1.0', 'Transfer-Encoding: chunked'), 400, 'malformed_request'],
];

describe.each(topologies)('S39 a message on $name', (topology) => {
  let cairn: SharedCairn;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  it.each(messages)('that %s is told why, under an id', async (_, bytes, status, code) => {
    const raw = await rawExchange(cairn, bytes);
    const [head = '', body = ''] = raw.split('\r\n\r\n');
    expect(raw.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(head).toMatch(/^connection: close$/im);
    const problem = JSON.parse(body) as Record<string, string>;
    expect(problem).toMatchObject({ status, code, type: `/docs/errors#${code}` });
    expect(head).toContain(`X-Request-Id: ${problem['request_id']}\r\n`);
  });

  it.each([
    ['whose Host has a port', get('Host: [::1]:8080', 'Connection: close')],
    ['whose Host is empty', get('Host:', 'Connection: close')],
    ['of HTTP/1.0 without Host', message('GET /healthz HTTP/1.0')],
  ])('%s is answered', async (_, bytes) => {
    expect(await rawExchange(cairn, bytes)).toContain('HTTP/1.1 200');
  });

  it('that expects something leaves the connection to the next', async () => {
    const raw = await rawExchange(cairn, get('Host: x', 'Expect: tea') + get('Host: x', 'Connection: close'));
    expect(raw.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 417', 'HTTP/1.1 200']);
  });
});

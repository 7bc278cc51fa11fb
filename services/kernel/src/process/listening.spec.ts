import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { type Listening, listen } from './listening.js';
import { refuseConnection } from './refusals.js';

/** All that comes back until the server closes. */
const raw = async (url: string, bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  let heard = '';
  for await (const chunk of socket) heard += String(chunk);
  return heard;
};

/** Status, headers and body of an answer. */
const partsOf = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: ?(.*)/, 2) as [string, string]));
  return {
    status: Number(line.split(' ')[1]),
    headers,
    problem: JSON.parse(body) as Record<string, unknown>,
  };
};

const expectProblem = (text: string, status: number, code: string) => {
  const { headers, problem, ...told } = partsOf(text);
  expect(told.status).toBe(status);
  expect(problem).toMatchObject({ status, code, type: `/docs/errors#${code}` });
  expect([problem['title'], problem['detail'], problem['request_id']]).not.toContain('');
  expect(headers.get('x-request-id')).toBe(problem['request_id']);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('connection')).toBe('close');
  return headers;
};

describe('a port', () => {
  let listening: Listening;
  beforeEach(async () => {
    listening = await listen(0, '127.0.0.1');
  });
  afterEach(() => listening.stop());

  it('tells who comes before there is an answerer to come again', async () => {
    const text = await raw(listening.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n');
    expect(expectProblem(text, 503, 'service_unavailable').get('retry-after')).toBe('1');
    expect(text).toContain('X-Request-Id: mine');
  });

  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'malformed_request'],
    ['an unknown method', 'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['too much of a head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a wish for a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
  ])('tells who sends %s why there is no answer', async (_, bytes, status, code) => {
    listening.answer((_request, response) => response.end('{}'));
    expectProblem(await raw(listening.url, bytes), status, code);
  });

  it('leaves it to the answerer to refuse other expectations and requests without Host', async () => {
    listening.answer((_request, response) => response.writeHead(418, { connection: 'close' }).end());
    const odd = ['GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'];
    for (const request of odd) expect(await raw(listening.url, request)).toContain('HTTP/1.1 418');
  });
});

describe('a port that is closed while requests are in flight', () => {
  /** A client that keeps its connection: what it got, and when all of it was over. */
  const kept = (url: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let heard = '';
    const began = once(socket, 'data');
    socket.on('data', (chunk) => (heard += String(chunk)));
    const over = once(socket, 'close').then(() => heard);
    return { socket, began, over };
  };
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const LARGE = 'x'.repeat(8_000_000);

  it.each([
    ['has not begun', false],
    ['is under way', true],
  ])(
    'ends the connection of an answer that %s, after all of it',
    async (_, hasBegun) => {
      const listening = await listen(0, '127.0.0.1');
      const asked = new Promise<() => void>((resolve) => {
        listening.answer((_request, response) => {
          if (hasBegun) response.writeHead(200).write('begun');
          resolve(() => void response.end(LARGE));
        });
      });
      const { socket, began, over } = kept(listening.url);
      socket.write(REQUEST);
      const answer = await asked;
      if (hasBegun) await began;
      const stopped = listening.stop();
      answer();
      await stopped;
      const heard = await over;
      expect(heard.toLowerCase().includes('connection: close')).toBe(!hasBegun);
      expect(heard.split('x').length - 1).toBe(LARGE.length);
    },
    5_000,
  );
});

it('a head that comes too slowly is 408', async () => {
  const socket = new PassThrough();
  refuseConnection(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  expectProblem(String((await once(socket, 'data'))[0]), 408, 'request_timeout');
});

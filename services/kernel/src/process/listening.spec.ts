import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { until } from '../testkit/until.js';
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
  ])('ends the connection of an answer that %s, after all of it', async (_, hasBegun) => {
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
  });
});

it('a port puts one listener for the end on an answer: streams put theirs beside it, and Node warns of eleven', async () => {
  const listening = await listen(0, '127.0.0.1');
  const put: number[] = [];
  listening.answer((_, response) => {
    put.push(response.listenerCount('close'));
    response.end();
  });
  await fetch(listening.url);
  await listening.stop();
  expect(put).toEqual([1]);
});

it('a port that is closed waits for nobody who has opened a connection and asks nothing', async () => {
  const listening = await listen(0, '127.0.0.1');
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
  const over = once(socket, 'close');
  await until(async () => listening.connections.open === 1);
  await listening.stop();
  await over;
});

it('a head that comes too slowly is 408', async () => {
  const socket = new PassThrough();
  refuseConnection(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  expectProblem(String((await once(socket, 'data'))[0]), 408, 'request_timeout');
});

describe('S11: the connections of a port', () => {
  let listening: Listening;
  const opened: Socket[] = [];
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const socket of opened.splice(0)) socket.destroy();
    await listening.stop();
  });

  /** Connects; whether the port has taken it is seen when it is asked something. */
  const connected = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    opened.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** Some on which nothing is asked, when the port has taken all of them. */
  const silent = async (count: number): Promise<readonly Socket[]> => {
    const wanted = listening.connections.open + count;
    const sockets = await Promise.all(Array.from({ length: count }, connected));
    await until(async () => listening.connections.open === wanted);
    return sockets;
  };
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  /** What comes first of an answer, `''` when the connection is closed instead. */
  const asked = async (socket: Socket): Promise<string> => {
    if (socket.destroyed) return '';
    socket.write(REQUEST);
    const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
    return first instanceof Buffer ? first.toString() : '';
  };
  const answering = () => listening.answer((_request, response) => response.end('{}'));
  /** A clock that goes on when it is told to: a machine that stands still closes nothing here. */
  const clockOf = () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    return (ms: number) => void now.mockReturnValue(ms);
  };

  it('are as many as may be, half of them of one network; the next are closed and counted', async () => {
    const clock = clockOf();
    listening = await listen(0, '127.0.0.1', 20);
    // Answers that never come: however long they take, these connections are kept.
    let underWay = 0;
    listening.answer(() => (underWay += 1));
    for (const socket of await silent(10)) socket.write(REQUEST);
    await until(async () => underWay === 10);
    clock(3_600_000);
    for (let count = 0; count < 2; count += 1) expect(await asked(await connected())).toBe('');
    expect([listening.connections.open, listening.connections.refused]).toEqual([10, 2]);
    opened[0]?.destroy();
    await until(async () => listening.connections.open === 9);
    answering();
    expect(await asked(await connected())).toContain('200 OK');
  });

  it('on which nothing was asked for the longest time make room for others', async () => {
    const clock = clockOf();
    listening = await listen(0, '127.0.0.1', 20);
    answering();
    const [first, second, third, ...others] = await silent(8);
    clock(900);
    expect(await asked(first!)).toContain('200 OK');
    clock(1_000);
    const last = await connected();
    for (const socket of [second!, third!]) if (!socket.destroyed) await once(socket, 'close');
    for (const socket of [first!, ...others, last]) expect(await asked(socket)).toContain('200 OK');
    expect([listening.connections.open, listening.connections.refused]).toEqual([7, 0]);
  });

  it('are spared while they are new, though nothing was asked on them', async () => {
    const clock = clockOf();
    listening = await listen(0, '127.0.0.1', 20);
    answering();
    const early = await silent(9);
    clock(999);
    const late = await silent(1);
    for (let count = 0; count < 2; count += 1) expect(await asked(await connected())).toBe('');
    for (const socket of [...early, ...late]) expect(await asked(socket)).toContain('200 OK');
  });

  it('of who was refused end soon, however long it keeps its half open', async () => {
    listening = await listen(0, '127.0.0.1', 20);
    const socket = connect({
      port: Number(new URL(listening.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    opened.push(socket);
    socket.on('error', () => socket.destroy()).resume();
    await until(async () => listening.connections.open === 1);
    socket.write(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    await once(socket, 'end');
    expect(socket.writableEnded).toBe(false);
    await until(async () => listening.connections.open === 0);
  });
});

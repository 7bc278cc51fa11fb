import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { requestIdOf } from '@cairn/kernel';
import { ClientAddresses } from './client-address.js';
import { Problem } from '../problems/problem.js';
import { tooSlow } from './least-rate.js';
import { isJson, mediaTypeOf, sendableType } from './media-type.js';
import { preferencesOf } from './prefer.js';
import { queryOf } from './query-string.js';
import { type BodyLimits, readBody, utf8Of } from './request-body.js';
import { correlationOf } from './correlation.js';

const from = (peer: string, forwarded?: string) => ({
  socket: { remoteAddress: peer },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

describe('the address of a client', () => {
  const addresses = new ClientAddresses(['10.0.0.0/8', '::1']);
  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['10.1.1.1', '1.2.3.4', '1.2.3.4'],
    ['10.1.1.1', '6.6.6.6, 1.2.3.4, 10.2.2.2', '1.2.3.4'],
    ['10.1.1.1', '6.6.6.6, nonsense, 10.2.2.2', '10.2.2.2'],
    ['::1', '2001:db8::5', '2001:db8::5'],
    ['10.1.1.1', undefined, '10.1.1.1'],
  ])('at %s with X-Forwarded-For %s is %s', (peer, forwarded, expected) => {
    expect(addresses.of(from(peer, forwarded))).toBe(expected);
  });

  it('is the peer when no proxy is trusted', () => {
    expect(new ClientAddresses([]).of(from('10.1.1.1', '1.2.3.4'))).toBe('10.1.1.1');
  });

  it('needs proxies that are addresses', () => {
    expect(() => new ClientAddresses(['proxy.example'])).toThrow('no address');
  });
});

describe('request ids', () => {
  it('are taken when they are harmless, else made', () => {
    expect(requestIdOf('abc-1.2_3~:')).toBe('abc-1.2_3~:');
    expect(requestIdOf('a b')).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestIdOf('a\r\nb')).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestIdOf('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
    expect(requestIdOf(undefined)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stand for the correlation unless a trace does', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    expect(correlationOf(`00-${trace}-00f067aa0ba902b7-01`, 'r')).toBe(trace);
    expect(correlationOf(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'r')).toBe('r');
    expect(correlationOf(`ff-${trace}-00f067aa0ba902b7-01`, 'r')).toBe('r');
    expect(correlationOf(`00-${trace}-00f067aa0ba902b7-01-more`, 'r')).toBe('r');
    expect(correlationOf(`01-${trace}-00f067aa0ba902b7-01-more`, 'r')).toBe(trace);
    expect(correlationOf('nonsense', 'r')).toBe('r');
    expect(correlationOf(undefined, 'r')).toBe('r');
  });
});

describe('headers and queries', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON; charset="UTF-8"', true],
    ['application/merge-patch+json', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-16', false],
    ['text/plain', false],
    ['application/jsonx', false],
    ['', false],
  ])('%j is JSON: %s', (header, expected) => {
    expect(isJson(header)).toBe(expected);
  });

  it('reads parameters of media types', () => {
    expect(mediaTypeOf('multipart/form-data; boundary="a\'b"; x=1')).toEqual({
      type: 'multipart/form-data',
      parameters: { boundary: "a'b", x: '1' },
    });
    expect(mediaTypeOf('nonsense')).toBeUndefined();
  });

  it.each([
    ['image/png', 'image/png'],
    ['Text/CSV;charset=latin1', 'text/csv; charset=latin1'],
    ['text/csv; header=present; charset="UTF-8"', 'text/csv; charset=UTF-8'],
    ['text/csv; charset=iso_8859-1:1987', 'text/csv; charset=iso_8859-1:1987'],
    ['text/csv; charset="a\r\nX-Evil: 1"', 'text/csv'],
    ['text/html\r\nX-Evil: 1', 'application/octet-stream'],
    ['nonsense', 'application/octet-stream'],
  ])('sends what came as %j as %j', (header, expected) => {
    expect(sendableType(header)).toBe(expected);
  });

  it('reads preferences and passes over unknown ones', () => {
    const none = { respondAsync: false, waitSeconds: 0, representation: false, strict: false };
    expect(preferencesOf('respond-async, wait=10')).toEqual({ ...none, respondAsync: true });
    expect(preferencesOf(['handling=lenient', 'Return="representation"; x'])).toEqual({
      ...none,
      representation: true,
    });
    expect(preferencesOf('Handling = "strict"')).toEqual({ ...none, strict: true });
    expect(preferencesOf(undefined)).toEqual(none);
  });

  it.each([
    ['wait=5', 5],
    ['Wait = "5"; x=1, handling=strict', 5],
    ['wait=30', 30],
    ['wait=31', 30],
    ['wait=99999999999999', 30],
    ['wait=0', 0],
    ['wait=-1', 0],
    ['wait=abc', 0],
    ['wait=5s', 0],
    ['wait=1.5', 0],
    ['wait', 0],
    ['wait=abc, wait=7', 7],
    ['wait=5, wait=7', 5],
    ['wait=5, respond-async', 0],
    ['respond-async, wait=5', 0],
  ])('waits under %j for %i seconds', (header, seconds) => {
    expect(preferencesOf(header).waitSeconds).toBe(seconds);
  });

  it('reads queries', () => {
    expect({ ...queryOf('a=1&b=x+y%2Bz&a=2&c&=e&&__proto__=x') }).toEqual(
      Object.fromEntries([
        ['a', ['1', '2']],
        ['b', 'x y+z'],
        ['c', ''],
        ['', 'e'],
        ['__proto__', 'x'],
      ]),
    );
    expect(() => queryOf('a=%ff')).toThrow('percent');
    expect(() => queryOf('a=%')).toThrow('percent');
    expect(() => queryOf('a=%00')).toThrow('NUL');
    expect(() => queryOf('a&'.repeat(101))).toThrow('too many');
  });
});

describe('a body', () => {
  let server: Server;
  const patient: BodyLimits = { maxBytes: 10, idleMs: 10_000, bytesPerSecond: 1 };
  let limits = patient;
  beforeAll(async () => {
    server = createServer((request, response) => {
      readBody(request, limits).then(
        (body) => response.end(`got ${utf8Of(body)}`),
        (error: unknown) => response.end(String((error as { code: unknown }).code)),
      );
    });
    await once(server.listen(0), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const sent = async (...parts: readonly string[]): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port);
    for (const part of parts) socket.write(part);
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (/\r\n\r\n.+/s.test(text)) break;
    }
    return text.split('\r\n\r\n')[1] ?? '';
  };
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

  it('is read whole', async () => {
    expect(await sent(`${head}Content-Length: 3\r\n\r\n`, 'abc')).toContain('got abc');
  });

  it('is refused when it is announced too large, or becomes so', async () => {
    expect(await sent(`${head}Content-Length: 11\r\n\r\n`)).toContain('payload_too_large');
    expect(await sent(`${head}Transfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n`)).toContain(
      'payload_too_large',
    );
  });

  it('is refused when it is compressed', async () => {
    expect(await sent(`${head}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na`)).toContain(
      'unsupported_media_type',
    );
  });

  it('is refused when it comes too slowly', async () => {
    limits = { ...patient, idleMs: 20 };
    expect(await sent(`${head}Content-Length: 3\r\n\r\na`)).toContain('request_timeout');
  });

  it('S11: is waited for however long it takes while it comes fast enough', async () => {
    limits = { maxBytes: 1_000, idleMs: 1_000, bytesPerSecond: 10 };
    const socket = connect((server.address() as AddressInfo).port);
    socket.write(`${head}Content-Length: 40\r\n\r\n`);
    // Longer than nothing may be sent.
    for (let sent = 0; sent < 40; sent += 1) {
      socket.write('x');
      await pause(40);
    }
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toContain(`got ${'x'.repeat(40)}`);
  });

  it('S11: is given up when it comes a byte now and then, and says how fast it must be', async () => {
    limits = { maxBytes: 1_000, idleMs: 300, bytesPerSecond: 100 };
    const socket = connect((server.address() as AddressInfo).port);
    socket.write(`${head}Content-Length: 1000\r\n\r\n`);
    const trickle = setInterval(() => socket.write('x'), 50);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    clearInterval(trickle);
    expect(text).toContain('request_timeout');
    expect(tooSlow(limits).detail).toContain('100 bytes per second');
  });

  it('S11: is refused by what it would take of what is there for all', async () => {
    const full = (): never => {
      throw new Problem('overloaded');
    };
    limits = { ...patient, announced: full };
    expect(await sent(`${head}Content-Length: 3\r\n\r\n`)).toContain('overloaded');
    limits = { ...patient, keep: full };
    expect(await sent(`${head}Content-Length: 3\r\n\r\na`)).toContain('overloaded');
    limits = { ...patient, slow: full };
    expect(await sent(`${head}Content-Length: 3\r\n\r\na`)).toContain('overloaded');
  });

  it('is UTF-8', () => {
    expect(() => utf8Of(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
    expect(() => utf8Of(Buffer.from([0xed, 0xa0, 0x80]))).toThrow('UTF-8');
  });
});

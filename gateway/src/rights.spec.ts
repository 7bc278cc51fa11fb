import { once } from 'node:events';
import { connect } from 'node:net';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

const nothing = (): void => undefined;

describe('a command whose rights were proved too long ago', () => {
  let edge: RunningEdge;
  const send = requests(() => edge);
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  it('is sent once more under rights that are proved now', async () => {
    edge.knobs.unsigned.push(nothing);
    expect((await send('POST', '/api/v1/things', { name: 'late' })).status).toBe(201);
  });

  it('is refused when they cannot be proved', async () => {
    edge.knobs.unsigned.push(nothing, nothing);
    const { status, body, header } = await send('POST', '/api/v1/things', { name: 'too late' });
    expect([status, body.code, header('retry-after')]).toEqual([503, 'access_unproven', '1']);
  });

  it('is refused when they are gone', async () => {
    edge.knobs.unsigned.push(() => (edge.knobs.signedOut = true));
    const { status, body } = await send('POST', '/api/v1/things', { name: 'signed out' });
    edge.knobs.signedOut = false;
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('a command that is refused and appended an event', () => {
  it('law 2: is answered when what it appended can be read', async () => {
    const told: string[] = [];
    const edge = await startEdge({
      services: [
        {
          name: 'things',
          execute: async () => ({
            status: 'refused',
            code: 'refresh_token_invalid',
            detail: 'The refresh token cannot be used.',
            position: '7',
          }),
          call: () => Promise.reject(new Error('nothing is asked here')),
          reached: async (position) => {
            await new Promise((resolve) => setTimeout(resolve, 50));
            told.push(position);
            return true;
          },
          isReached: () => true,
          lagMs: async () => 0,
          isStale: () => false,
        },
      ],
    });
    const { status, body } = await requests(() => edge)('POST', '/api/v1/things', { name: 'refused' });
    expect([status, body.code, told]).toEqual([401, 'refresh_token_invalid', ['7']]);
    await edge.stop();
  });
});

describe('a body that comes after its headers', () => {
  let edge: RunningEdge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.stop());

  const body = '{"name":"in two parts"}';
  const head =
    'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ada\r\n' +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  /** Sends the first part, does something once the caller is admitted, sends the rest, answers the status line. */
  const inTwoParts = async (first: string, rest: string, between = nothing): Promise<string> => {
    const before = edge.knobs.asked;
    const socket = connect(edge.port);
    socket.setEncoding('utf8').write(first);
    while (edge.knobs.asked === before) await new Promise(setImmediate);
    between();
    socket.write(rest);
    const [answer] = (await once(socket, 'data')) as [string];
    socket.destroy();
    edge.knobs.signedOut = false;
    return answer.slice(0, answer.indexOf('\r'));
  };

  it('is written by who may still write when it is there (S18)', async () => {
    expect(await inTwoParts(head + body.slice(0, 5), body.slice(5))).toBe('HTTP/1.1 201 Created');
  });

  it.each([0, 5, body.length - 1])(
    'is refused when the right was taken away after %i bytes',
    async (bytes) => {
      const signOut = () => (edge.knobs.signedOut = true);
      const status = await inTwoParts(head + body.slice(0, bytes), body.slice(bytes), signOut);
      expect(status).toBe('HTTP/1.1 401 Unauthorized');
    },
  );

  it('is asked for once when it came with them', async () => {
    const before = edge.knobs.asked;
    expect(await inTwoParts(head + body, '')).toBe('HTTP/1.1 201 Created');
    expect(edge.knobs.asked - before).toBe(1);
  });
});

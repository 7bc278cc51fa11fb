import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@cairn/kernel/testkit';
import { requests, type RunningEdge, startEdge } from './testkit/edge.js';

const IDLE_MS = 300;
/** More than the buffers of both sides take. */
const LARGE = 32 * 1024 * 1024;

describe('clients that do not read their answers', () => {
  let edge: RunningEdge;
  let path: string;
  let opened: { readonly destroyed: boolean }[];
  const send = requests(() => edge);

  beforeAll(async () => {
    edge = await startEdge({ limits: { inFlight: 2, callerShare: 1, bodyIdleMs: IDLE_MS } });
    const { sha256 } = await edge.engines.blobs.put([Buffer.alloc(LARGE, 'x')] as never, { maxBytes: LARGE });
    path = `/api/v1/files/${sha256}`;
    const { blobs } = edge.engines;
    const open = blobs.open.bind(blobs);
    opened = [];
    jest.spyOn(blobs, 'open').mockImplementation(async (...asked) => {
      const content = await open(...asked);
      opened.push(content);
      return content;
    });
  });
  afterAll(() => edge.stop());

  /** Asks, and reads nothing of what comes until it is told to. */
  const ask = async (of: string): Promise<Socket> => {
    const socket = connect({ port: edge.port, host: '127.0.0.1' }).pause();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET ${of} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ada\r\n\r\n`);
    return socket;
  };

  it('lose their places, and what the file is read from is closed', async () => {
    const sockets = await Promise.all([ask(path), ask(path)]);
    await until(async () => opened.length === 2);
    expect((await send('GET', path)).status).toBe(503);
    await until(async () => opened.every(({ destroyed }) => destroyed));
    expect((await send('GET', path)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('are waited for as long as they read something now and then', async () => {
    const socket = await ask(path);
    let bytes = 0;
    /** Until so much of the answer was read. */
    const readTo = (wanted: number): Promise<void> =>
      new Promise((resolve) => {
        const read = (chunk: Buffer): void => {
          bytes += chunk.length;
          if (bytes < wanted) return;
          socket.pause().off('data', read);
          resolve();
        };
        socket.on('data', read).resume();
      });
    // For several times as long as nothing at all may be read.
    for (let turn = 1; turn <= 10; turn += 1) {
      await pause(IDLE_MS / 3);
      await readTo(turn * 2_000_000);
    }
    await readTo(LARGE);
    socket.destroy();
  });

  it('keep no connection: what was made whole is given up, too', async () => {
    const created = await send('POST', '/api/v1/things', { name: 'x'.repeat(8_000_000) });
    const { id } = created.body as { id: string };
    const socket = await ask(`/api/v1/things/${id}`);
    await pause(IDLE_MS * 3);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await once(socket.resume(), 'close');
    expect(bytes).toBeLessThan(8_000_000);
  });
});

import { Readable } from 'node:stream';
import { pause } from '../../clock/pause.js';
import { watched } from './watched.js';

const explain = (error: unknown): Error =>
  new Error(`explained: ${error instanceof Error ? error.message : ''}`);

describe('the bytes of an answer', () => {
  it('may be read as slowly as the reader likes', async () => {
    const stream = watched(
      Readable.from([Buffer.alloc(600_000), Buffer.alloc(600_000), Buffer.from('end')]),
      20,
      explain,
    );
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += (chunk as Buffer).byteLength;
      await pause(60);
    }
    expect(bytes).toBe(1_200_003);
  });

  it('end with an error when none come', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('begin');
    await expect(watched(silent, 20, explain).toArray()).rejects.toThrow(
      'explained: no bytes came for 20 ms',
    );
    expect(silent.destroyed).toBe(true);
  });

  it('end with the error of the connection, also when it broke before they were read', async () => {
    const broken = new Readable({ read: () => undefined });
    const stream = watched(broken, 1_000, explain);
    broken.destroy(new Error('reset'));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(stream.toArray()).rejects.toThrow('explained: reset');
  });

  it('are let go when the reader goes away, read or not', async () => {
    const body = new Readable({ read: () => undefined });
    const stream = watched(body, 1_000, explain);
    const closed = new Promise((resolve) => body.once('close', resolve));
    stream.destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  });
});

import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort, freePorts } from './free-port.js';

describe('free ports', () => {
  it('are given once, also while nothing listens on them yet', async () => {
    const rows = await Promise.all(Array.from({ length: 200 }, () => freePorts(3)));
    const ports = [...rows.flat(), await freePort()];
    expect(new Set(ports).size).toBe(ports.length);
    for (const [first, second, third] of rows) expect([second, third]).toEqual([first! + 1, first! + 2]);
  });

  it('are free', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
});

import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { traced } from './traces.js';

describe('traces', () => {
  let collector: Server;
  let received: string[];
  let endpoint: string;

  beforeEach(async () => {
    received = [];
    collector = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(chunk.toString('latin1')));
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  });
  afterEach(() => new Promise((resolve) => collector.close(resolve)));

  it('give what ran, whether or not anybody collects them', async () => {
    await expect(traced('spec', {}, async () => 7)).resolves.toBe(7);
    await expect(traced('spec', {}, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(received).toEqual([]);
  });

  /** In a process of its own: the exporter loads its transport in a way that jest's modules cannot. */
  it('reach the collector that is configured', async () => {
    const program = `
      const { startTracing, traced } = require(${JSON.stringify(join(__dirname, 'traces.ts'))});
      (async () => {
        const stop = await startTracing(${JSON.stringify(endpoint)}, 'cairn');
        await traced('the work of a spec', { stream: 'counter-1' }, async () => undefined);
        await stop();
      })();`;
    await promisify(execFile)(process.execPath, ['--conditions=source', '--import', 'tsx', '-e', program]);
    expect(received.join('')).toContain('the work of a spec');
  });
});

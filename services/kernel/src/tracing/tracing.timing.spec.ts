import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { traced, tracedInEach, traceparentNow } from './spans.js';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('traces without a collector', () => {
  it('give what ran', async () => {
    await expect(traced({ name: 'spec' }, async () => 7)).resolves.toBe(7);
    await expect(traced({ name: 'spec' }, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(tracedInEach([PARENT, PARENT], { name: 'spec' }, async () => 8)).resolves.toBe(8);
  });

  it('are not told on', async () => {
    const within = { traceparent: PARENT };
    await expect(traced({ name: 'spec', within }, async () => traceparentNow())).resolves.toBeUndefined();
  });
});

describe('traces with a collector', () => {
  let collector: Server;
  let paths: string[];
  let received: string;
  let origin: string;

  const listen = async (answer: RequestListener): Promise<void> => {
    collector = createServer(answer);
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  };
  /** In a process of its own: the exporter loads its transport in a way that jest's modules cannot. */
  const inProcess = async (endpoint: string, work: string): Promise<string> => {
    const program = `
      const { startTracing, traced, tracedInEach, traceparentNow } = require(${JSON.stringify(join(__dirname, 'index.ts'))});
      const tell = (facts, message) => console.log(message);
      (async () => {
        const stop = await startTracing(${JSON.stringify(endpoint)}, 'cairn', { warn: tell });
        await (async () => { ${work} })();
        const began = performance.now();
        await stop();
        console.log('stopped after ' + Math.round(performance.now() - began));
        process.exit(0);
      })();`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=source',
      '--import',
      'tsx',
      '-e',
      program,
    ]);
    return stdout;
  };
  const spans = (): readonly Record<string, unknown>[] =>
    (
      JSON.parse(received) as { resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[] }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));

  beforeEach(() => {
    paths = [];
    received = '';
  });
  afterEach(() => {
    collector.closeAllConnections();
    collector.close();
  });

  const collecting: RequestListener = (request, response) => {
    paths.push(request.url ?? '');
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  };

  it.each([
    ['', '/v1/traces'],
    ['/', '/v1/traces'],
    ['/elsewhere/v1/traces', '/elsewhere/v1/traces'],
  ])('reach what is configured: "%s"', async (path, reached) => {
    await listen(collecting);
    await inProcess(`${origin}${path}`, `await traced({ name: 'the work of a spec' }, async () => 1);`);
    expect(paths).toEqual([reached]);
    expect(spans()).toMatchObject([{ name: 'the work of a spec', status: { code: 0 } }]);
  });

  it('nest, go on what they are within, and say what kind of error ended them', async () => {
    await listen(collecting);
    const printed = await inProcess(
      origin,
      `await traced({ name: 'outer', within: { traceparent: '${PARENT}' } }, async () => {
         console.log(traceparentNow());
         await traced({ name: 'inner' }, async () => { throw new RangeError('of ada@example.org'); }).catch(() => 0);
       });
       await tracedInEach(['${PARENT}'], { name: 'each', kind: 'consumer' }, async () => 1);`,
    );
    const [inner, outer, each] = spans();
    expect(outer).toMatchObject({ name: 'outer', parentSpanId: PARENT.split('-')[2], kind: 1 });
    expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer?.['spanId'], status: { code: 2 } });
    expect(each).toMatchObject({ name: 'each', parentSpanId: PARENT.split('-')[2], kind: 5 });
    expect(printed).toContain(`00-${PARENT.split('-')[1]}-${String(outer?.['spanId'])}-01`);
    expect(received).toContain('RangeError');
    expect(received).not.toContain('ada@example.org');
  });

  it('hold nobody up who wants to end while the collector is away, which is told', async () => {
    await listen(() => undefined);
    const work = `await traced({ name: 'lost' }, async () => 1);`;
    const silent = await inProcess(origin, work);
    expect(Number(/stopped after (\d+)/.exec(silent)?.[1])).toBeLessThan(3_000);
    expect(silent).toContain('did not reach the collector');
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
    const gone = await inProcess(origin, work);
    expect(Number(/stopped after (\d+)/.exec(gone)?.[1])).toBeLessThan(3_000);
    expect(gone).toContain('did not reach the collector');
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteWaits } from './waits.js';

const METRICS = `# TYPE cairn_waits_over_total counter
cairn_waits_over_total{wait="read_models"} 2
cairn_waits_over_total{wait="place"} 1
cairn_wait_worst_seconds{wait="read_models"} 3.25
cairn_wait_worst_seconds{wait="place"} 0.7
cairn_connections 1
`;

describe('waits of a program that is ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-waits-'));
  const file = join(folder, 'waits.jsonl');
  const server = createServer((_request, response) => response.end(METRICS));
  const before = process.env['CAIRN_TEST_WAITS'];
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    if (before === undefined) delete process.env['CAIRN_TEST_WAITS'];
    else process.env['CAIRN_TEST_WAITS'] = before;
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('are noted by kind, and a program that is gone or has no metrics notes none', async () => {
    process.env['CAIRN_TEST_WAITS'] = file;
    const { port } = server.address() as AddressInfo;
    await noteWaits([`http://127.0.0.1:${port}/metrics`, 'http://127.0.0.1:1/metrics', '']);
    expect(readFileSync(file, 'utf8')).toBe(
      '{"wait":"read_models","count":2,"worst":3.25}\n{"wait":"place","count":1,"worst":0.7}\n',
    );
  });
});

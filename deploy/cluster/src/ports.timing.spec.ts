import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ports } from './ports.js';

describe('the ports of a cluster', () => {
  let folder: string;
  let said: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-ports-'));
    said = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const opened = (): Ports => new Ports(folder, (line) => void said.push(line));

  it('are the same at each start', async () => {
    const first = opened();
    const ports = [await first.of('mongodb'), await first.of('kafka'), ...(await first.row('gateways', 2))];
    expect(new Set(ports).size).toBe(4);
    expect(ports[3]).toBe(ports[2]! + 1);
    const next = opened();
    expect([await next.of('mongodb'), await next.of('kafka'), ...(await next.row('gateways', 2))]).toEqual(
      ports,
    );
    expect(said).toEqual([]);
  });

  it('are others where another program has them, which is said and remembered', async () => {
    const [first] = await opened().row('gateways', 2);
    const other = createServer().listen(first! + 1, '127.0.0.1');
    await once(other, 'listening');
    const [taken] = await opened().row('gateways', 2);
    other.close();
    expect(taken).not.toBe(first);
    expect(said).toEqual([
      `Port ${first} of gateways is in use by another program: it is ${taken} from now on.`,
    ]);
    expect(await opened().row('gateways', 2)).toEqual([taken, taken! + 1]);
  });

  it('are waited for where what was killed has not let go of them yet', async () => {
    const port = await opened().of('relay-1');
    const before = createServer().listen(port, '127.0.0.1');
    await once(before, 'listening');
    setTimeout(() => before.close(), 300);
    expect(await opened().of('relay-1')).toBe(port);
    expect(said).toEqual([]);
  });
});

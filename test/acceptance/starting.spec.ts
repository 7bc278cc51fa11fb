import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/answers-of.js';
import { somebody } from '../support/people.js';
import { oneMachine, root } from '../support/topology.js';

/** A start that goes on is ended then. */
const REFUSED_WITHIN_MS = 100_000;

/** A start that should not succeed: its exit code and what it said. */
const refusedStart = async (environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [join(root, 'deploy/one-machine/dist/main.js')], {
    env: { PATH: process.env['PATH'] ?? '', CAIRN_PORT: '0', CAIRN_METRICS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: REFUSED_WITHIN_MS,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
};

describe('starting one machine', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const data = () => ({ CAIRN_DATA_DIR: join(folder, 'data') });

  it.each([
    ['CAIRN_PORT', 'eighty'],
    ['CAIRN_PORT', '70000'],
    ['CAIRN_PROT', '8080'],
    ['CAIRN_ADMIN_PASSWORD', 'short'],
    ['CAIRN_LOG_LEVEL', 'loud'],
    ['CAIRN_BASE_URL', 'ftp://x'],
    ['CAIRN_TRUSTED_PROXIES', 'not-an-address'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['CAIRN_OTLP_ENDPOINT', 'foo'],
    ['CAIRN_CONFIG', '/nonexistent'],
    ['CAIRN_CONFIG', tmpdir()],
    ['CAIRN_EVENTSTOREDB_URL', 'esdb://h:1?tls=maybe'],
    ['CAIRN_MONGODB_URL', 'mongodb://a:b:c@@x/'],
    ['CAIRN_VAULT_MONGODB_URL', 'mongodb://a:b:c@@x/'],
    ['CAIRN_SMTP_URL', 'smtps://a:b@h?tlsCAFile=/nonexistent'],
  ])('refuses %s=%s in one clear sentence', async (name, value) => {
    const { code, said } = await refusedStart({ ...data(), [name]: value });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(said).toContain(name);
    expect(said).not.toMatch(/\bat .+:\d+/);
  });

  it('names a port that is taken, and leaves the folder free', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, said } = await refusedStart({ ...data(), CAIRN_PORT: String(port) });
    server.close();
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`^Port ${port} .*in use.*CAIRN_PORT.*\\n$`));
  });

  it('names a port of the metrics that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, said } = await refusedStart({ ...data(), CAIRN_METRICS_PORT: String(port) });
    server.close();
    expect([code, said.trim().split('\n').length]).toEqual([1, 1]);
    expect(said).toContain(String(port));
  });

  it('tells the login when the start before failed, however late', async () => {
    const halfOfALogin = { CAIRN_KAFKA_BROKERS: '127.0.0.1:1', CAIRN_KAFKA_USER: 'cairn' };
    const failed = await refusedStart({ ...data(), ...halfOfALogin });
    expect(failed).toMatchObject({ code: 1, said: expect.not.stringContaining('shown once') });
    const cairn = await oneMachine.start({ ...data(), CAIRN_ADMIN_PASSWORD: '' });
    try {
      const password = /password (\S+) \(shown once/.exec(cairn.printed())?.[1] ?? '';
      const body = { username: 'admin@cairn.test', password };
      expect((await cairn.client().call('login', { body })).status).toBe(200);
    } finally {
      await cairn.remove();
    }
  });

  it('names a folder that cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { code, said } = await refusedStart({ CAIRN_DATA_DIR: join(file, 'below') });
    expect(code).toBe(1);
    expect(said).toMatch(/^The data folder .*a-file\/below cannot be written.*CAIRN_DATA_DIR\.\n$/);
  });

  it.each(['/proc/cairn', '/proc/cairn/data', '/dev/null/data'])(
    'names a folder that cannot be made instead of trying for ever: %s',
    async (impossible) => {
      const { code, said } = await refusedStart({ CAIRN_DATA_DIR: impossible });
      expect(code).toBe(1);
      expect(said).toMatch(/^The data folder \/\S+ cannot be written \(E\w+\): .*CAIRN_DATA_DIR\.\n$/);
    },
  );

  it('names a folder that another process holds, tells the login once', async () => {
    const cairn = await oneMachine.start({ CAIRN_ADMIN_PASSWORD: '' });
    try {
      const held = await refusedStart({ CAIRN_DATA_DIR: cairn.folder });
      expect(held.code).toBe(1);
      expect(held.said).toMatch(/^The data folder .* is in use by another process.*\n$/);

      const login = /password (\S+) \(shown once/.exec(cairn.printed())?.[1] ?? '';
      const body = { username: 'admin@cairn.test', password: login };
      expect((await cairn.client().call('login', { body })).status).toBe(200);

      expect(await cairn.end('SIGTERM')).toBe(0);
      await cairn.again();
      expect(cairn.printed().match(/shown once/g)).toHaveLength(1);
      expect((await cairn.client().call('login', { body })).status).toBe(200);
    } finally {
      await cairn.remove();
    }
  });

  it('R11: makes a damaged file anew when nothing is lost with it, and else says so in one sentence', async () => {
    const cairn = await oneMachine.start();
    try {
      const { client } = await somebody(cairn);
      const { body: made } = await client.call('createDataset', { body: { name: 'kept' } });
      await cairn.end('SIGTERM');
      const damage = (...names: readonly string[]): void => {
        for (const name of names.flatMap((file) => [file, `${file}-wal`]))
          writeFileSync(join(cairn.folder, name), 'no database '.repeat(10_000));
      };
      damage('views.db', 'registers.db');
      await cairn.again();
      const params = { id: made.id };
      expect((await client.call('getDataset', { params })).body).toEqual(made);

      await cairn.end('SIGTERM');
      damage('log.db');
      const { code, said } = await refusedStart({ CAIRN_DATA_DIR: cairn.folder });
      expect(code).toBe(1);
      expect(said).toMatch(/^\S+log\.db is damaged .*: put its backup in its place\.\n$/);
    } finally {
      await cairn.remove();
    }
  });

  it('R11: stops where a file was left behind or put back without what belongs to it, and says so in one sentence', async () => {
    const cairn = await oneMachine.start();
    try {
      const inFolder = (name: string): string => join(cairn.folder, name);
      await somebody(cairn);
      await cairn.end('SIGTERM');
      cpSync(cairn.folder, folder, { recursive: true });
      await cairn.again();
      await (await somebody(cairn)).client.call('createDataset', { body: { name: 'newer' } });
      await cairn.end('SIGTERM');
      const files = ['log.db', 'log.db-wal', 'log.db-shm'];
      for (const name of files) rmSync(inFolder(name), { force: true });
      for (const name of files.filter((each) => existsSync(join(folder, each))))
        cpSync(join(folder, name), inFolder(name));
      const older = await refusedStart({ CAIRN_DATA_DIR: cairn.folder });
      expect(older).toEqual({
        code: 1,
        said: expect.stringMatching(/^The log ends at .*tail is missing.*\n$/),
      });
      for (const name of ['views.db', 'registers.db'].flatMap((file) => [file, `${file}-wal`, `${file}-shm`]))
        rmSync(inFolder(name), { force: true });
      await cairn.again();
      await until(
        async () => (await fetch(`${cairn.baseUrl}/readyz`)).status,
        (status) => status === 200,
      );

      await cairn.end('SIGTERM');
      for (const name of ['vault.db', 'vault.db-wal', 'vault.db-shm'])
        rmSync(inFolder(name), { force: true });
      const sealed = await refusedStart({ CAIRN_DATA_DIR: cairn.folder });
      expect(sealed).toEqual({
        code: 1,
        said: expect.stringMatching(/vault\.db is not there, .*backup.*\n$/),
      });
      expect(existsSync(inFolder('vault.db'))).toBe(false);
    } finally {
      await cairn.remove();
    }
  });
});

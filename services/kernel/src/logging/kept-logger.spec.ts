import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogUnavailable } from '../eventlog/port.js';
import { createKeptLogger, type KeptLoggerOptions } from './kept-logger.js';

const KEPT_BYTES = 100_000;

describe('a log that is kept in a file', () => {
  let folder: string;
  let terminal: string;
  let spied: jest.SpyInstance;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-log-'));
    terminal = '';
    spied = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      terminal += String(text);
      return true;
    });
  });
  afterEach(() => {
    spied.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  });
  const kept = (options: Partial<KeptLoggerOptions> = {}) =>
    createKeptLogger({ level: '', path: join(folder, 'logs/cairn.log'), bytes: KEPT_BYTES, ...options });
  const linesOf = (text: string) =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  const inFile = () => linesOf(readFileSync(join(folder, 'logs/cairn.log'), 'utf8'));

  it('has everything from info up; the terminal shows in plain words what wants a person, and no record of what was asked', async () => {
    const { logger, close } = kept();
    logger.debug({}, 'a detail');
    logger.info({ status: 422 }, 'a slip');
    logger.warn({ audit: true, status: 401 }, 'refused');
    logger.warn({ err: new Error('no\u001b[31m route\nto it') }, 'the registers are not reached');
    logger.warn({ said: 'no route to it' }, 'the registers are not reached');
    logger.error({ password: 'secret' }, 'a request failed');
    await close();
    expect(inFile().map(({ msg }) => msg)).toEqual([
      'a slip',
      'refused',
      'the registers are not reached',
      'the registers are not reached',
      'a request failed',
    ]);
    expect(inFile().at(-1)).toMatchObject({ password: '[redacted]' });
    const more = `; more in ${join(folder, 'logs/cairn.log')}`;
    expect(terminal.replaceAll(/^\d\d:\d\d:\d\d /gm, '').split('\n')).toEqual([
      `warning: the registers are not reached (no [31m route to it)${more}`,
      `warning: the registers are not reached (no route to it)${more}`,
      `error: a request failed${more}`,
      '',
    ]);
  });

  it('shows a level that was set, whole and as JSON', async () => {
    const { logger, close } = kept({ level: 'warn' });
    logger.info({}, 'a slip');
    logger.warn({ audit: true }, 'refused');
    await close();
    expect(linesOf(terminal)).toEqual([expect.objectContaining({ msg: 'refused', level: 40 })]);
    expect(inFile()).toHaveLength(2);
  });

  it('keeps debug in the file when it was asked for, and shows nothing under silent', async () => {
    const finer = kept({ level: 'debug', path: join(folder, 'finer/cairn.log') });
    finer.logger.debug({}, 'a detail');
    await finer.close();
    expect(readFileSync(join(folder, 'finer/cairn.log'), 'utf8')).toContain('a detail');
    terminal = '';
    const silent = kept({ level: 'silent' });
    silent.logger.error({}, 'a request failed');
    await silent.close();
    expect(terminal).toBe('');
    expect(inFile()).toHaveLength(1);
  });

  it('takes no more room than it may, keeps the newest lines, and is readable by its owner alone', async () => {
    const { logger, close } = kept();
    const lines = 3_000;
    for (let n = 0; n < lines; n += 1) {
      logger.info({ n, filler: 'x'.repeat(100) }, 'a slip');
      if (n % 100 === 0) await new Promise(setImmediate);
    }
    await close();
    const files = readdirSync(join(folder, 'logs')).map((name) => statSync(join(folder, 'logs', name)));
    const taken = files.reduce((sum, { size }) => sum + size, 0);
    expect(files.length).toBeGreaterThan(1);
    expect(taken).toBeGreaterThan(KEPT_BYTES / 2);
    expect(taken).toBeLessThan(KEPT_BYTES * 1.1);
    expect(files.map(({ mode }) => mode & 0o077)).toEqual(files.map(() => 0));
    expect(statSync(join(folder, 'logs')).mode & 0o077).toBe(0);
    const newest = readdirSync(join(folder, 'logs')).flatMap((name) =>
      linesOf(readFileSync(join(folder, 'logs', name), 'utf8')),
    );
    expect(newest.map(({ n }) => n)).toContain(lines - 1);
  });

  it('says on each line which process it is and what in it speaks, once', async () => {
    const { logger, close } = kept({ level: 'warn', names: { process: 'cairn', service: 'host' } });
    logger.warn({}, 'of all');
    const datasets = logger.child({ service: 'datasets' });
    datasets.child({ job: 'j' }).error({ err: new LogUnavailable('away') }, 'of a part');
    await close();
    const told = { process: 'cairn', instance: `${hostname()}:${process.pid}` };
    expect(inFile()).toMatchObject([
      { ...told, service: 'host' },
      { ...told, service: 'datasets', job: 'j' },
    ]);
    expect(linesOf(terminal)).toEqual(inFile());
    for (const line of terminal.trim().split('\n')) expect(line.match(/"service":/g)).toHaveLength(1);
  });

  it('opens nothing any more once it is closed: the line that an outage is over comes seconds later', async () => {
    const { logger, close } = kept();
    logger.warn({}, 'it stops');
    await close();
    rmSync(join(folder, 'logs'), { recursive: true });
    logger.warn({}, 'an outage is over');
    await close();
    expect([existsSync(join(folder, 'logs')), terminal.includes('an outage is over')]).toEqual([false, true]);
  });

  it('is closed although its file cannot be written', async () => {
    const path = join(folder, 'a-folder');
    mkdirSync(path);
    const { logger, close } = kept({ path });
    logger.info({}, 'a slip');
    await close();
    expect(terminal).toMatch(/^The log \S+a-folder cannot be written: .+\.\n$/);
  });

  it('goes on where the file cannot be written, and says so once', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { logger, close } = kept({ path: join(folder, 'a-file/cairn.log') });
    for (let n = 0; n < 3; n += 1) logger.info({ n }, 'a slip');
    await close();
    expect(terminal).toMatch(/^The log \S+a-file\/cairn\.log cannot be written: .+\.\n$/);
  });
});

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DoubleOptions,
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '@cairn/engines/eventstoredb-double';
import { createLogger } from '../logging/index.js';
import { readConfig } from '../config/index.js';
import { createMetrics } from '../metrics/metrics.js';
import { openDatabase } from '../sqlite/index.js';
import { until } from '../testkit/until.js';
import { openEngines, type OpenEngines } from './engines.js';
import { isExplained } from '../errors/cairn-error.js';
import { EngineAway, StartError } from './start-error.js';

describe('the engines of a process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-engines-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const opened = (settings: Readonly<Record<string, string>>): Promise<OpenEngines> =>
    openEngines(readConfig({ CAIRN_DATA_DIR: folder, ...settings }), createMetrics(), createLogger('silent'));
  /** Who closes a file writes back what stands in its log. */
  const areOpen = (): readonly string[] =>
    ['log.db', 'vault.db', 'views.db', 'registers.db'].filter((name) => {
      const file = join(folder, `${name}-wal`);
      return existsSync(file) && statSync(file).size > 0;
    });

  it('are all closed again', async () => {
    const engines = await opened({});
    expect(areOpen()).not.toEqual([]);
    await engines.close();
    expect(areOpen()).toEqual([]);
  });

  it('S7 are in a folder that is closed to others before anything is written', async () => {
    chmodSync(folder, 0o755);
    const engines = await opened({});
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await engines.close();
  });

  it('are all closed when one of them cannot be opened', async () => {
    mkdirSync(join(folder, 'registers.db'));
    await expect(opened({})).rejects.toThrow();
    expect(areOpen()).toEqual([]);
  });

  it('do not open on the vault of another release, which is said in one sentence', async () => {
    await (await opened({})).close();
    const vault = openDatabase(join(folder, 'vault.db'), { synchronous: 'FULL' });
    vault.exec('PRAGMA user_version = 1');
    vault.close();
    const error = await opened({}).catch((refusal: unknown) => refusal);
    expect([isExplained(error), String(error)]).toEqual([
      true,
      expect.stringContaining('The vault is in form 1'),
    ]);
  });
});

describe('the event log of a process', () => {
  let folder: string;
  let double: EventStoreDbDouble;
  let lines: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-engines-'));
    lines = [];
  });
  afterEach(async () => {
    await double.stop();
    rmSync(folder, { recursive: true });
  });
  const openedOn = async (options: DoubleOptions, more = ''): Promise<OpenEngines> => {
    double = await startEventStoreDbDouble(options);
    const config = readConfig({ CAIRN_DATA_DIR: folder, CAIRN_EVENTSTOREDB_URL: `${double.url}${more}` });
    const logger = createLogger('', { write: (line: string) => void lines.push(line) });
    return openEngines(config, createMetrics(), logger);
  };

  it('is waited for while it takes connections and answers nothing yet', async () => {
    const opening = openedOn({ faults: [{ kind: 'deadline', operation: 'read' }] }, '&defaultDeadline=200');
    await until(async () => lines.length > 0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      setting: 'CAIRN_EVENTSTOREDB_URL',
      err: { message: expect.stringMatching(/^EventStoreDB at \S+ does not answer within 200 ms/) },
    });
    double.faults.clear();
    const engines = await opening;
    expect(await engines.log.head()).toEqual(expect.any(String));
    await engines.close();
  });

  it.each<readonly [string, DoubleOptions, string]>([
    ['is too old', { version: '22.10.5' }, 'is of version 22.10.5: 23.10 or newer is needed'],
    ['wants another user', { credentials: { user: 'a', password: 'b' } }, 'denies reading $all'],
  ])('is not waited for where it %s', async (_, options, sentence) => {
    const error = await openedOn(options).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(StartError);
    expect(error).not.toBeInstanceOf(EngineAway);
    expect(String(error)).toContain(sentence);
    expect(lines).toEqual([]);
  });
});

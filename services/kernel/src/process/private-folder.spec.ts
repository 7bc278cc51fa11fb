import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivate, whyLeftOpen } from './private-folder.js';
import { StartError } from './start-error.js';

const ME = 1000;
const found = { path: '/data', mode: 0o40755, owner: ME, user: ME, names: ['log.db', 'letter.txt'] };

describe('a data folder that others may read', () => {
  it.each([
    ['it holds files of Cairn', {}],
    ['it is empty', { names: [] }],
    ['an administrator asks', { user: 0, owner: 1001 }],
  ])('is closed when %s', (_, other) => {
    expect(whyLeftOpen({ ...found, ...other })).toBeUndefined();
  });

  it.each([
    ['it is another’s', { owner: 1001 }, 'belongs to another user: have that user run chmod 700 on it'],
    ['all share it', { mode: 0o41777, user: 0 }, '(mode 1777) and is shared by all users'],
    ['nothing in it is Cairn’s', { names: ['letter.txt'] }, 'holds what is not Cairn'],
  ])('is not when %s', (_, other, why) => {
    const refused = whyLeftOpen({ ...found, ...other });
    expect(refused).toContain(why);
    expect(refused).toMatch(/^The data folder \/data can be read by others \(mode .*CAIRN_DATA_DIR\.$/);
  });
});

describe('making a folder its owner’s alone', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-private-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const modeOf = (...path: readonly string[]): number => lstatSync(join(folder, ...path)).mode & 0o777;
  const write = (...path: readonly string[]): void => {
    writeFileSync(join(folder, ...path), 'x');
    chmodSync(join(folder, ...path), 0o644);
  };

  it('closes it with the files of Cairn, and nothing else', () => {
    for (const name of ['mail', 'blobs', 'logs', 'own']) mkdirSync(join(folder, name), { mode: 0o755 });
    for (const name of ['log.db', 'vault.db', 'vault.db-wal', 'letter.txt']) write(name);
    write('mail', 'a.eml');
    chmodSync(folder, 0o755);
    makePrivate(folder);
    expect([modeOf(), modeOf('mail'), modeOf('blobs'), modeOf('logs'), modeOf('own')]).toEqual([
      0o700, 0o700, 0o700, 0o700, 0o755,
    ]);
    expect([modeOf('log.db'), modeOf('vault.db'), modeOf('vault.db-wal'), modeOf('mail', 'a.eml')]).toEqual([
      0o600, 0o600, 0o600, 0o600,
    ]);
    expect(modeOf('letter.txt')).toBe(0o644);
  });

  it('follows no link', () => {
    write('elsewhere');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'vault.db'));
    makePrivate(folder);
    expect(modeOf('elsewhere')).toBe(0o644);
  });

  it('changes nothing that it refuses', () => {
    write('letter.txt');
    chmodSync(folder, 0o750);
    expect(() => makePrivate(folder)).toThrow(StartError);
    expect([modeOf(), modeOf('letter.txt')]).toEqual([0o750, 0o644]);
  });
});

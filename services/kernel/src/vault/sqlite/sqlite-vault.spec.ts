import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../sqlite/index.js';
import { vaultConformance } from '../conformance.js';
import { VaultOfAnotherRelease } from '../form.js';
import { PersonErased, type Vault } from '../port.js';
import { SealBroken } from '../sealing.js';
import { openSqliteVault } from './sqlite-vault.js';
import { WrongVaultSecret } from '../wrapping.js';

let folder: string;
let now: number;
let opened: Vault[];
const clock = { now: () => now };
const pass = async (ms: number): Promise<void> => {
  now += ms;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-vault-'));
  now = Date.UTC(2026, 0, 1);
  opened = [];
});
afterEach(async () => {
  for (const vault of opened) await vault.close();
  await rm(folder, { recursive: true });
});

const path = (): string => join(folder, 'vault.db');
const open = (secret?: string, secretBefore?: string): Vault => {
  const vault = openSqliteVault({ path: path(), clock, secret, secretBefore });
  opened.push(vault);
  return vault;
};
/** Every byte of every file of the vault. */
const bytesOnDisk = async (): Promise<Buffer> =>
  Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))));

vaultConformance('a SQLite file', async () => ({ vault: open(), pass }));
vaultConformance('a SQLite file wrapped by a secret', async () => ({ vault: open('a secret'), pass }));

describe.each([undefined, 'a secret'])('the vault in a SQLite file with the secret %p', (secret) => {
  it('law 8: stands after a restart, erasures too', async () => {
    const first = open(secret);
    const [ada, ring] = [await first.keyFor('ada'), await first.serverKeys('session')];
    await first.keyFor('eve');
    await first.eraseKey('eve');
    await first.putCredential('c1', { hash: 'h' });
    await first.close();
    const second = open(secret);
    expect((await second.findKey('ada'))!.equals(ada)).toBe(true);
    await expect(second.keyFor('eve')).rejects.toBeInstanceOf(PersonErased);
    expect(await second.findCredential('c1')).toEqual({ hash: 'h' });
    expect(await second.serverKeys('session')).toEqual(ring);
  });
});

describe('the vault in a SQLite file', () => {
  it('law 8: leaves nothing of an erased key in any of its files', async () => {
    const vault = open();
    const persons = Array.from({ length: 600 }, (_, n) => `person-${n}`);
    const keys = await Promise.all(persons.map((person) => vault.keyFor(person)));
    const before = await bytesOnDisk();
    expect(keys.every((key) => before.includes(key))).toBe(true);
    for (let n = 0; n < 600; n += 2) await vault.eraseKey(persons[n]!);
    const after = await bytesOnDisk();
    expect(keys.map((key) => after.includes(key))).toEqual(keys.map((_, n) => n % 2 === 1));
    expect((await stat(`${path()}-wal`)).size).toBe(0);
  });

  it('law 8: leaves nothing of removed credentials and of keys that were rotated out', async () => {
    const vault = open();
    await vault.putCredential('c1', { hash: 'a-hash-that-is-removed' });
    await vault.putCredential('c2', { hash: 'a-hash-that-is-collected' });
    await pass(2);
    const [oldest] = await vault.serverKeys('session');
    expect((await bytesOnDisk()).includes(oldest!.key)).toBe(true);
    await vault.removeCredential('c1');
    await vault.collectCredentials({ isNamed: async () => false, olderThanMs: 1 });
    await vault.rotateServerKey('session');
    await vault.rotateServerKey('session');
    const after = await bytesOnDisk();
    expect([after.includes('a-hash-that-is'), after.includes(oldest!.key)]).toEqual([false, false]);
  });

  it('law 8: does not say that a key is erased while a reader holds the write-ahead log, and erases it when asked again', async () => {
    const vault = openSqliteVault({ path: path(), clock, busyTimeoutMs: 0 });
    opened.push(vault);
    const key = await vault.keyFor('ada');
    const reader = openDatabase(path(), { synchronous: 'FULL' });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM persons').all();
    await expect(vault.eraseKey('ada')).rejects.toThrow('again');
    await expect(vault.keyFor('ada')).rejects.toBeInstanceOf(PersonErased);
    reader.exec('COMMIT');
    reader.close();
    await vault.eraseKey('ada');
    expect((await bytesOnDisk()).includes(key)).toBe(false);
  });
});

describe('a vault wrapped by a secret', () => {
  it('law 8: holds no key and no credential in the clear', async () => {
    const vault = open('a secret');
    const keys = [await vault.keyFor('ada'), (await vault.serverKeys('session'))[0]!.key];
    await vault.putCredential('c1', { hash: 'a-hash-in-the-clear' });
    const bytes = await bytesOnDisk();
    expect(keys.map((key) => bytes.includes(key))).toEqual([false, false]);
    expect([bytes.includes('a-hash-in-the-clear'), bytes.includes('a secret')]).toEqual([false, false]);
  });

  it('does not open with another secret or without, and says so', async () => {
    await open('a secret').close();
    expect(() => open('another')).toThrow(WrongVaultSecret);
    expect(() => open('another')).toThrow('CAIRN_SECRET is not the secret that the vault is wrapped by.');
    expect(() => open()).toThrow('The vault is wrapped by a secret and none was given: set CAIRN_SECRET.');
    expect(await open('a secret').findKey('ada')).toBeUndefined();
  });

  it('wraps what was kept before there was a secret, and leaves nothing of it in the clear', async () => {
    const plain = open();
    const [ada, ring] = [await plain.keyFor('ada'), await plain.serverKeys('session')];
    await plain.keyFor('eve');
    await plain.eraseKey('eve');
    await plain.putCredential('c1', { hash: 'a-hash-in-the-clear' });
    await plain.close();
    const wrapped = open('a secret');
    expect((await wrapped.findKey('ada'))!.equals(ada)).toBe(true);
    await expect(wrapped.keyFor('eve')).rejects.toBeInstanceOf(PersonErased);
    expect(await wrapped.serverKeys('session')).toEqual(ring);
    expect(await wrapped.findCredential('c1')).toEqual({ hash: 'a-hash-in-the-clear' });
    const bytes = await bytesOnDisk();
    expect([ada, ring[0]!.key, 'a-hash-in-the-clear'].map((each) => bytes.includes(each))).toEqual([
      false,
      false,
      false,
    ]);
    expect(() => open()).toThrow(WrongVaultSecret);
  });

  it('is wrapped by another secret on an order that names the one before', async () => {
    const before = open('a secret');
    const ada = await before.keyFor('ada');
    await before.close();
    expect(() => open('another', 'a third')).toThrow(WrongVaultSecret);
    const wrapped = open('another', 'a secret');
    expect((await wrapped.findKey('ada'))!.equals(ada)).toBe(true);
    await wrapped.close();
    expect(() => open('a secret')).toThrow(WrongVaultSecret);
    expect((await open('another', 'a secret').findKey('ada'))!.equals(ada)).toBe(true);
  });

  it('does not open a row that was moved to another', async () => {
    const vault = open('a secret');
    await vault.keyFor('ada');
    await vault.close();
    const database = openDatabase(path(), { synchronous: 'FULL' });
    database.exec(`UPDATE persons SET id = 'eve' WHERE id = 'ada'`);
    database.close();
    await expect(open('a secret').findKey('eve')).rejects.toBeInstanceOf(SealBroken);
  });

  it('does not open a server key that was moved to another purpose', async () => {
    const vault = open('a secret');
    const [key] = await vault.serverKeys('reset');
    await vault.close();
    const database = openDatabase(path(), { synchronous: 'FULL' });
    database.exec(`UPDATE server_keys SET purpose = 'session' WHERE purpose = 'reset'`);
    database.close();
    await expect(open('a secret').serverKeys('session')).rejects.toBeInstanceOf(SealBroken);
    expect(key!.key.byteLength).toBe(32);
  });
});

describe('a vault of another release', () => {
  const marked = (form: number): void => {
    const database = openDatabase(path(), { synchronous: 'FULL' });
    database.exec(`PRAGMA user_version = ${form}`);
    database.close();
  };

  it.each([0, 99])('in form %p does not open, and says so', async (form) => {
    await open().close();
    marked(form);
    expect(() => open()).toThrow(VaultOfAnotherRelease);
    expect(() => open()).toThrow(
      `The vault is in form ${form}, and this release reads form 2: start the release that wrote it, or begin anew with an empty data folder (CAIRN_DATA_DIR) or database (CAIRN_VAULT_MONGODB_URL).`,
    );
  });
});

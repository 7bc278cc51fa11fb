import { closeSync } from 'node:fs';
import promises from 'node:fs/promises';
import { descriptorsOf } from '../testkit/open-files.js';
import { bytesOf, uploadOf, zipOf } from '../testkit/uploads.js';
import { SourceDamaged } from './source.js';
import { archiveLimits, ArchiveUnsafe, openSource } from '../archives/index.js';

const small = { ...archiveLimits, entries: 3, bytes: 10_000_000 };
const opened = async (bytes: Uint8Array, limits = small) =>
  openSource(uploadOf('set.zip', bytes), { limits });
const patched = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

describe('uploads', () => {
  it('are one file when they are no archive', async () => {
    const source = await openSource(uploadOf('a.jsonl', '{}'));
    expect(source).toMatchObject({ name: 'a.jsonl', archive: false });
    expect(source.names()).toEqual(['a.jsonl']);
    expect((await bytesOf(await source.open('a.jsonl'))).toString()).toBe('{}');
    expect([source.has('a.jsonl'), source.has('b'), source.size('a.jsonl')]).toEqual([true, false, 2]);
  });

  it('are the files of an archive, without folders and litter', async () => {
    const source = await opened(await zipOf({ 'a/b.txt': 'hello', '__MACOSX/x': 'no', 'a/.DS_Store': 'no' }));
    expect(source.archive).toBe(true);
    expect(source.names()).toEqual(['a/b.txt']);
    expect([source.has('a/b.txt'), source.has('__MACOSX/x'), source.size('a/b.txt')]).toEqual([
      true,
      false,
      5,
    ]);
    expect((await bytesOf(await source.open('a/b.txt'))).toString()).toBe('hello');
    await source.close();
  });
});

describe('names in an archive', () => {
  it('are UTF-8 where they can be, also when the archive does not say so, and found in either normal form', async () => {
    const zip = await zipOf({ 'e\u0301\u20ac.txt': 'hello' });
    for (const at of [zip.indexOf('PK\x03\x04') + 6, zip.lastIndexOf('PK\x01\x02') + 8])
      zip.writeUInt16LE(zip.readUInt16LE(at) & ~0x800, at);
    const source = await opened(zip);
    expect(source.names()).toEqual(['\u00e9\u20ac.txt']);
    expect([source.has('e\u0301\u20ac.txt'), source.size('e\u0301\u20ac.txt')]).toEqual([true, 5]);
    await source.close();
  });

  it('that tools leave are there for a record that names them', async () => {
    const source = await opened(await zipOf({ 'a/Thumbs.db': 'x' }));
    expect([source.names(), source.has('a/Thumbs.db')]).toEqual([[], true]);
    await source.close();
  });
});

describe('hostile archives are refused before anything is unpacked', () => {
  it.each([
    ['an absolute path', 'Xbc', '/bc'],
    ['a way out', 'X/../bc', '../../b'],
    ['a drive', 'X_abc', 'C:abc'],
    ['a backslash', 'a_bc', 'a\\bc'],
    ['a control character', 'a_bc', 'a\nbc'],
  ])('%s', async (_, plain, hostile) => {
    const padded = plain.replaceAll('/', '_').padEnd(hostile.length, '_');
    const zip = patched(await zipOf({ [padded]: 'x' }), padded, hostile);
    await expect(opened(zip)).rejects.toBeInstanceOf(ArchiveUnsafe);
  });

  it('a link', async () => {
    await expect(opened(await zipOf({ link: '/etc/passwd' }, 0o120777))).rejects.toThrow('link or a device');
  });

  it('a device', async () => {
    await expect(opened(await zipOf({ tty: '' }, 0o020666))).rejects.toThrow('link or a device');
  });

  it('a name that is there twice', async () => {
    const zip = patched(await zipOf({ 'a.txt': '1', 'b.txt': '2' }), 'b.txt', 'a.txt');
    await expect(opened(zip)).rejects.toThrow('twice');
  });

  it('too many entries', async () => {
    await expect(opened(await zipOf({ a: '', b: '', c: '', d: '' }))).rejects.toThrow('more than 3 entries');
  });

  it('too many entries, told before one is read, when the archive says so itself', async () => {
    const zip = await zipOf({ a: '', b: '', c: '', d: '' });
    zip.fill(0, zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x05\x06'));
    await expect(opened(zip)).rejects.toThrow('more than 3 entries');
  });

  it('a name that no file system has', async () => {
    const limits = { ...small, nameBytes: 20 };
    await (await opened(await zipOf({ ['a'.repeat(20)]: '' }), limits)).close();
    await expect(opened(await zipOf({ ['\u00e9'.repeat(11)]: '' }), limits)).rejects.toThrow(
      'a name in the archive is longer than 20 bytes',
    );
  });

  it('names that are too much together, those of folders and litter too', async () => {
    const limits = { ...small, namesBytes: 20 };
    const names = (...of: readonly string[]) => zipOf(Object.fromEntries(of.map((name) => [name, ''])));
    await (await opened(await names('a'.repeat(10), 'b'.repeat(10)), limits)).close();
    await expect(opened(await names('a'.repeat(10), '__MACOSX/bb'), limits)).rejects.toThrow(
      'the names in the archive are more than 20 bytes together',
    );
  });

  it('a long name that is there twice, of which the start is told', async () => {
    const [one, two] = ['a'.repeat(300), 'b'.repeat(300)];
    const zip = patched(await zipOf({ [one]: '1', [two]: '2' }), two, one);
    await expect(opened(zip)).rejects.toThrow(/^"a{200}" is there twice$/);
  });

  it('more bytes than are allowed', async () => {
    const zip = await zipOf({ a: 'x'.repeat(100_000), b: 'y'.repeat(100_000) });
    await expect(opened(zip, { ...small, bytes: 150_000 })).rejects.toThrow('more than 150000 bytes');
  });

  it('a ratio that no honest archive has', async () => {
    await expect(opened(await zipOf({ a: '\0'.repeat(6_000_000) }))).rejects.toThrow('100 times its size');
  });

  it('entries that share bytes', async () => {
    const zip = await zipOf({ a: 'first', b: 'second' });
    const second = zip.lastIndexOf('PK\x01\x02');
    zip.writeUInt32LE(0, second + 42);
    await expect(opened(zip)).rejects.toThrow('overlap');
  });

  it('what is no zip', async () => {
    await expect(opened(Buffer.from('PK\x03\x04 and then nothing'))).rejects.toBeInstanceOf(ArchiveUnsafe);
  });

  it('an entry that is not what the directory says, when it is read', async () => {
    const zip = await zipOf({ 'a.txt': 'hello hello hello' });
    const directory = zip.lastIndexOf('PK\x01\x02');
    zip.writeUInt32LE((zip.readUInt32LE(directory + 16) ^ 1) >>> 0, directory + 16);
    const source = await opened(zip);
    await expect(source.open('a.txt').then(bytesOf)).rejects.toThrow('not what the archive');
    await source.close();
  });

  it('an entry that cannot be unpacked, when it is read', async () => {
    const zip = await zipOf({ 'a.txt': 'hello hello hello '.repeat(9) });
    const data = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    zip.fill(0xff, data, data + 9);
    const source = await opened(zip);
    await expect(source.open('a.txt').then(bytesOf)).rejects.toBeInstanceOf(SourceDamaged);
    await source.close();
  });
});

describe('a disk without a place for the archive', () => {
  it('leaves nothing open that nobody reads', async () => {
    const upload = uploadOf('set.zip', await zipOf({ 'a.txt': 'hello' }));
    let opens = 0;
    const counted = {
      ...upload,
      open: (range?: Parameters<typeof upload.open>[0]) => {
        if (range === undefined) opens += 1;
        return upload.open(range);
      },
    };
    const full = Object.assign(new Error('no space left'), { errno: -28, code: 'ENOSPC' });
    const made = jest.spyOn(promises, 'mkdtemp').mockRejectedValueOnce(full);
    await expect(openSource(counted)).rejects.toBe(full);
    made.mockRestore();
    expect(opens).toBe(0);
  });
});

describe('a disk that cannot be read', () => {
  it('is no damage of the archive', async () => {
    const source = await opened(await zipOf({ 'a.txt': 'hello' }));
    closeSync(descriptorsOf('upload.zip (deleted)')[0]!);
    await expect(source.open('a.txt').then(bytesOf)).rejects.toMatchObject({ code: 'EBADF' });
  });
});

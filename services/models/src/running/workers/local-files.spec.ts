import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SealedBlobs } from '@cairn/kernel';
import { bytesOf } from '@cairn/kernel/testkit';
import { LocalFiles } from './local-files.js';

const CONTENT = randomBytes(300_000);

describe('files of this machine', () => {
  let folder: string;
  const stored = new Map<string, Buffer>();
  const opened: Readable[] = [];
  const blobs = {
    put: async (content: AsyncIterable<Uint8Array>) => {
      const bytes = await bytesOf(content);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      stored.set(sha256, bytes);
      return { sha256, size: bytes.length };
    },
    open: async (sha256: string) => {
      const content = Readable.from([stored.get(sha256)!]);
      opened.push(content);
      return content;
    },
  };
  const files = () => LocalFiles.open({ blobs, folder, mostBytes: 0 });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
    opened.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are as they were put, opened with their key where they are sealed', async () => {
    const sealed = new SealedBlobs(blobs);
    const secret = await sealed.put(Readable.from([CONTENT]), { maxBytes: 1_000_000 });
    const plain = await blobs.put(Readable.from([CONTENT]));
    const held = await files();
    for (const file of [
      await held.input(plain.sha256),
      await held.input(secret.sha256, sealed.sealOf(secret.sha256).key),
    ]) {
      expect((await readFile(file.path)).equals(CONTENT)).toBe(true);
      file.release();
    }
    expect(await readdir(join(folder, 'inputs'))).toEqual([]);
  });

  it('are not opened under a key that is none', async () => {
    const { sha256 } = await blobs.put(Readable.from([CONTENT]));
    await expect((await files()).input(sha256, 'short')).rejects.toThrow('key length');
    expect(opened).toEqual([]);
  });
});

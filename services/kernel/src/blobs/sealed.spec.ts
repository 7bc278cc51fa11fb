import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SealedBlobs, unsealing } from './sealed.js';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('blobs of which nothing may be kept', () => {
  const stored: Buffer[] = [];
  const blobs = new SealedBlobs({
    put: async (content) => {
      const bytes = await buffer(content);
      stored.push(bytes);
      return { sha256: sha256(bytes), size: bytes.length };
    },
  });
  const put = (text: string) => blobs.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });

  it('lie there sealed, twice the same as two; the key opens them, and the name of what came is known', async () => {
    const [first, second] = [await put('a secret'), await put('a secret')];
    expect(first.size).toBe(8);
    expect(first.sha256).not.toBe(second.sha256);
    expect(Buffer.concat(stored).toString('latin1')).not.toContain('secret');
    const { key, plainHash } = blobs.sealOf(first.sha256);
    expect(plainHash).toBe(sha256('a secret'));
    expect(await buffer(Readable.from([stored[0]]).pipe(unsealing(key)))).toEqual(Buffer.from('a secret'));
  });
});

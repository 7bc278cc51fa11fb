import { jsonArchive } from './personal-archive.js';

const page = (element: object) => async () => ({ elements: [element], total: 1, totalExact: true });

const sizeOf = async (archive: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const chunk of archive) size += chunk.length;
  return size;
};

describe('what an account takes away', () => {
  it('breaks off for who reads it, and for nobody else, when a page cannot be read', async () => {
    const unreadable = async () => {
      throw new RangeError('the page cannot be read');
    };
    const archive = jsonArchive({ profile: {} }, [
      ['first', page({ id: '1' })],
      ['second', unreadable],
      ['third', unreadable],
    ]);
    await expect(sizeOf(archive)).rejects.toThrow('the page cannot be read');
    expect(await sizeOf(jsonArchive({ profile: {} }, [['first', page({ id: '1' })]]))).toBeGreaterThan(0);
  });
});

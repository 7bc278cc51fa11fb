import { LibraryFiles } from './testing/library-files.js';

/** What owns files derives from the records of an area: here from those of a made-up library. */
describe('the collection of blobs, of files of records', () => {
  let library: LibraryFiles;
  beforeEach(async () => {
    library = await LibraryFiles.open();
  });
  afterEach(() => library.blobs.remove());

  it('keeps what a record has or had, also when it is deleted', async () => {
    const id = await library.newBook(await library.newShelf());
    const [replaced, removed] = [await library.cover(id), await library.cover(id)];
    await library.removeCover(id);
    await library.delete('book', id);
    await library.blobs.looks(4);
    expect(await library.blobs.areThere(replaced, removed)).toEqual([true, true]);
  });

  it('removes those of a purged record, but not those beside it nor what another has too', async () => {
    const place = await library.newShelf();
    const [gone, stays] = [await library.newBook(place), await library.newBook(place)];
    const [replaced, own, shared, kept] = [
      await library.cover(gone),
      await library.cover(gone),
      await library.cover(gone),
      await library.cover(stays),
    ];
    await library.cover(stays, shared);
    await library.delete('book', gone);
    await library.purge('book', gone);
    await library.blobs.looks(3);
    expect(await library.blobs.areThere(replaced, own, shared, kept)).toEqual([false, false, true, true]);
  });

  it('removes those of a record in what was purged, whether it was deleted itself or not', async () => {
    const [purged, other] = [await library.newShelf(), await library.newShelf()];
    const [live, deleted, elsewhere] = [
      await library.newBook(purged),
      await library.newBook(purged),
      await library.newBook(other),
    ];
    const files = [await library.cover(live), await library.cover(deleted), await library.cover(elsewhere)];
    await library.delete('book', deleted);
    await library.delete('shelf', purged);
    await library.blobs.looks(3);
    expect(await library.blobs.areThere(...files)).toEqual([true, true, true]);
    await library.purge('shelf', purged);
    await library.blobs.looks(3);
    expect(await library.blobs.areThere(...files)).toEqual([false, false, true]);
  });
});

import type { FileRecord } from '@cairn/contracts';
import { freshId } from '@cairn/kernel';
import { book, shelf } from '@cairn/kernel/testkit';
import { owningRecords } from './owners.js';
import { CollectingDatasets } from './testing/collecting-datasets.js';

const { coverSet, coverRemoved } = book.transitions;

/** What owns files derives from the records of the contract: here from those of a made-up library. */
describe('the collection of blobs, of files of records', () => {
  let datasets: CollectingDatasets;
  beforeEach(async () => {
    datasets = await CollectingDatasets.start([shelf, book].map(owningRecords));
  });
  afterEach(() => datasets.stop());

  const newShelf = async (): Promise<string> => {
    const id = freshId();
    await datasets.append(`shelf-${id}`, shelf.events.created, { ...shelf.description.example, id });
    return id;
  };
  const newBook = async (shelf_id: string): Promise<string> => {
    const id = freshId();
    const data = { ...book.description.example, id, shelf_id };
    await datasets.append(`book-${id}`, book.events.created, data);
    return id;
  };
  const cover = async (id: string, file?: FileRecord): Promise<FileRecord> => {
    const its = file ?? (await datasets.upload());
    await datasets.append(`book-${id}`, coverSet, its);
    return its;
  };
  const purgeBook = async (id: string): Promise<void> => {
    await datasets.append(`book-${id}`, book.events.deleted, book.events.deleted.example);
    await datasets.append(`book-${id}`, book.events.purged, {});
  };
  const areThere = (...files: readonly FileRecord[]): Promise<readonly boolean[]> =>
    Promise.all(files.map((file) => datasets.isThere(file)));

  it('keeps what a record has or had, also when it is deleted', async () => {
    const id = await newBook(await newShelf());
    const [replaced, removed] = [await cover(id), await cover(id)];
    await datasets.append(`book-${id}`, coverRemoved, {});
    await datasets.append(`book-${id}`, book.events.deleted, book.events.deleted.example);
    await datasets.looks(4);
    expect(await areThere(replaced, removed)).toEqual([true, true]);
  });

  it('removes those of a purged record, but not those beside it nor what another has too', async () => {
    const place = await newShelf();
    const [gone, stays] = [await newBook(place), await newBook(place)];
    const [replaced, own, shared, kept] = [
      await cover(gone),
      await cover(gone),
      await cover(gone),
      await cover(stays),
    ];
    await cover(stays, shared);
    await purgeBook(gone);
    await datasets.looks(3);
    expect(await areThere(replaced, own, shared, kept)).toEqual([false, false, true, true]);
  });

  it('removes those of a record in what was purged, whether it was deleted itself or not', async () => {
    const [purged, other] = [await newShelf(), await newShelf()];
    const [live, deleted, elsewhere] = [await newBook(purged), await newBook(purged), await newBook(other)];
    const files = [await cover(live), await cover(deleted), await cover(elsewhere)];
    await datasets.append(`book-${deleted}`, book.events.deleted, book.events.deleted.example);
    await datasets.append(`shelf-${purged}`, shelf.events.deleted, shelf.events.deleted.example);
    await datasets.looks(3);
    expect(await areThere(...files)).toEqual([true, true, true]);
    await datasets.append(`shelf-${purged}`, shelf.events.purged, {});
    await datasets.looks(3);
    expect(await areThere(...files)).toEqual([false, false, true]);
  });
});

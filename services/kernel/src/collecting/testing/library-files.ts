import { area, type FileRecord } from '@cairn/contracts';
import { freshId } from '../../clock/ids.js';
import { book, shelf } from '../../records/testing/library.js';
import { CollectingBlobs } from './collecting-blobs.js';

const { coverSet, coverRemoved } = book.transitions;
const { streams } = area('library', { records: [shelf, book] });

/** For specs: covers of a made-up library, whose records alone are in the log. */
export class LibraryFiles {
  private constructor(readonly blobs: CollectingBlobs) {}

  static async open(): Promise<LibraryFiles> {
    return new LibraryFiles(await CollectingBlobs.open(streams));
  }

  async newShelf(name: string = shelf.description.example.name): Promise<string> {
    const id = freshId();
    await this.blobs.append(`shelf-${id}`, shelf.events.created, { ...shelf.description.example, id, name });
    return id;
  }

  async newBook(shelf_id: string): Promise<string> {
    const id = freshId();
    const data = { ...book.description.example, id, shelf_id };
    await this.blobs.append(`book-${id}`, book.events.created, data);
    return id;
  }

  /** Sets the cover of a book, one of its own when none is given. */
  async cover(id: string, file?: FileRecord): Promise<FileRecord> {
    const its = file ?? (await this.blobs.upload());
    await this.blobs.append(`book-${id}`, coverSet, its);
    return its;
  }

  async removeCover(id: string): Promise<void> {
    await this.blobs.append(`book-${id}`, coverRemoved, {});
  }

  async delete(kind: 'shelf' | 'book', id: string): Promise<void> {
    const { deleted } = kind === 'shelf' ? shelf.events : book.events;
    await this.blobs.append(`${kind}-${id}`, deleted, deleted.example);
  }

  /** After it was deleted. */
  async purge(kind: 'shelf' | 'book', id: string): Promise<void> {
    const { purged } = kind === 'shelf' ? shelf.events : book.events;
    await this.blobs.append(`${kind}-${id}`, purged, {});
  }
}

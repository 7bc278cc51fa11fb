import type { Blobs } from '../blobs/port.js';
import { rememberRefused } from './refused-uploads.js';
import { type EventLog, LogUnavailable } from '../eventlog/port.js';
import { blobCollection } from './collect-blobs.js';
import { LibraryFiles } from './testing/library-files.js';
import type { CollectingBlobs } from './testing/collecting-blobs.js';

let library: LibraryFiles;
let blobs: CollectingBlobs;
beforeEach(async () => {
  library = await LibraryFiles.open();
  blobs = library.blobs;
});
afterEach(() => blobs.remove());

/** The log, of which a spec counts or breaks the pages. */
const logWith = (readAll: EventLog['readAll']): { readonly log: EventLog } => ({
  log: { ...blobs.engines.log, readAll },
});

/** The store, of which a spec sees when it is told to collect. */
const storeWith = (collect: Blobs['collect']): { readonly blobs: Blobs } => {
  const { blobs: store } = blobs.engines;
  return {
    blobs: {
      collect,
      put: store.put.bind(store),
      open: store.open.bind(store),
      info: store.info.bind(store),
    },
  };
};

describe('the collection of blobs', () => {
  it('removes an upload that nothing names when it looks for the second time, a day after the first', async () => {
    const file = await blobs.upload();
    await blobs.looks(1);
    expect(await blobs.areThere(file)).toEqual([true]);
    blobs.pass(1);
    await blobs.look();
    expect(await blobs.areThere(file)).toEqual([false]);
  });

  it('keeps the large data of events, and what they name', async () => {
    const named = await blobs.upload();
    const id = await library.newShelf(`${named.sha256} ${'x'.repeat(300_000)}`);
    await blobs.looks(4);
    expect(await blobs.areThere(named)).toEqual([true]);
    expect(await blobs.engines.log.read(`shelf-${id}`)).toHaveLength(1);
  });

  it('keeps blobs of which the log knows next to none, but not those of what was purged', async () => {
    const purged = await library.newBook(await library.newShelf());
    const file = await library.cover(purged);
    await library.purge('book', purged);
    const strangers = [];
    for (let count = 0; count < 101; count += 1) strangers.push(await blobs.upload());
    await blobs.looks(3);
    expect(await blobs.areThere(file)).toEqual([false]);
    expect(new Set(await blobs.areThere(...strangers))).toEqual(new Set([true]));
  });

  it('removes refused uploads, however many, and is not kept by them from its work', async () => {
    const refused = [];
    for (let count = 0; count < 101; count += 1) refused.push(await blobs.upload());
    const hashes = refused.map(({ sha256 }) => sha256);
    await rememberRefused(blobs.engines.registers, hashes);
    const stranger = await blobs.upload();
    await blobs.looks(2);
    expect(new Set(await blobs.areThere(...refused, stranger))).toEqual(new Set([false]));
  });

  it('keeps what was named after the first look', async () => {
    const book = await library.newBook(await library.newShelf());
    const file = await blobs.upload();
    await blobs.looks(1);
    await library.cover(book, file);
    blobs.pass(1);
    await blobs.look();
    expect(await blobs.areThere(file)).toEqual([true]);
  });

  it('keeps what is named while it looks for the second time', async () => {
    const book = await library.newBook(await library.newShelf());
    const file = await blobs.upload();
    await blobs.looks(1);
    blobs.pass(1);
    const { blobs: store } = blobs.engines;
    const collect: Blobs['collect'] = async (options) => {
      await library.cover(book, file);
      return store.collect(options);
    };
    await blobs.look(storeWith(collect));
    expect(await blobs.areThere(file)).toEqual([true]);
  });

  it('asks the store for what was not touched for a day', async () => {
    const asked: number[] = [];
    const collect: Blobs['collect'] = async ({ untouchedSince }) => {
      asked.push(blobs.engines.clock.now() - untouchedSince);
      return 0;
    };
    await blobs.look();
    blobs.pass(1);
    await blobs.look(storeWith(collect));
    const aDay: unknown = expect.closeTo(24 * 60 * 60 * 1000, -4);
    expect(asked).toEqual([aDay, aDay]);
  });

  it('looks once a day, not at all on the first', async () => {
    let pages = 0;
    const log = logWith((options) => {
      pages += 1;
      return blobs.engines.log.readAll(options);
    });
    const after: number[] = [];
    for (let hour = 0; hour < 49; hour += 1) {
      const before = pages;
      await blobs.look(log);
      if (pages > before) after.push(hour);
      blobs.pass(1 / 24);
    }
    expect(after).toEqual([24, 48]);
  });

  it('removes nothing when the log cannot be read, and tries again a day later', async () => {
    const file = await blobs.upload();
    await blobs.looks(1);
    blobs.pass(1);
    let pages = 0;
    const broken = logWith(async (options) => {
      pages += 1;
      if (pages > 1) throw new LogUnavailable('the log is away');
      return blobs.engines.log.readAll(options);
    });
    await blobs.look(broken);
    await blobs.look(broken);
    expect(pages).toBe(2);
    expect(await blobs.areThere(file)).toEqual([true]);
    blobs.pass(1);
    await blobs.look();
    expect(await blobs.areThere(file)).toEqual([false]);
  });

  it('is due again at once when it was stopped', async () => {
    const file = await blobs.upload();
    await blobs.looks(1);
    blobs.pass(1);
    const stop = new AbortController();
    const stopping = logWith((options) => {
      stop.abort();
      return blobs.engines.log.readAll(options);
    });
    await blobs.look(stopping, stop.signal);
    expect(await blobs.areThere(file)).toEqual([true]);
    await blobs.look();
    expect(await blobs.areThere(file)).toEqual([false]);
  });

  it('is done by one replica of a service, until that stops', async () => {
    const work = blobCollection(blobs.engines);
    expect(work.alone).toBe(true);
    const stop = new AbortController();
    const running = work.run(stop.signal);
    stop.abort();
    await running;
  });
});

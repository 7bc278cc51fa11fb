import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { type Blobs, derivedId, LogUnavailable, type EventLog, rememberRefused } from '@cairn/kernel';
import { datasetsService } from '../../service.js';
import { sweepPurged } from '../sweeping/sweep-purged.js';
import { blobCollection } from './collect-blobs.js';
import { CollectingDatasets } from './testing/collecting-datasets.js';
import { versionAt } from '../../testing/version-at.js';

let datasets: CollectingDatasets;
beforeEach(async () => {
  datasets = await CollectingDatasets.start();
});
afterEach(() => datasets.stop());

/** The log, of which a spec counts or breaks the pages. */
const logWith = (readAll: EventLog['readAll']): { readonly log: EventLog } => ({
  log: { ...datasets.tools.log, readAll },
});

describe('the collection of blobs', () => {
  it('removes an upload that nothing names when it looks for the second time, a day after the first', async () => {
    const file = await datasets.upload();
    await datasets.looks(1);
    expect(await datasets.isThere(file)).toBe(true);
    datasets.pass(1);
    await datasets.look();
    expect(await datasets.isThere(file)).toBe(false);
  });

  it('keeps whatever an event names, also what is replaced or taken away since', async () => {
    const path = await datasets.makeItem();
    const [replaced, current, archive, logo] = [
      await datasets.upload(),
      await datasets.upload(),
      await datasets.upload(Buffer.from('{"text":"a"}\n')),
      await datasets.upload(),
    ];
    await datasets.setFile(path, replaced);
    await datasets.setFile(path, current);
    await datasets.done(datasetCommands.uploadDatasetLogo, { id: path.dataset_id, file: logo });
    await datasets.done(datasetCommands.deleteDatasetLogo, { id: path.dataset_id });
    const { dataset_id, version_id } = path;
    const options = { on_error: 'fail', dry_run: true } as const;
    await datasets.done(datasetJobCommands.requestImport, { dataset_id, version_id, file: archive, options });
    await datasets.done(datasetCommands.deleteDataset, { id: dataset_id });
    await datasets.looks(4);
    for (const file of [replaced, current, archive, logo]) expect(await datasets.isThere(file)).toBe(true);
  });

  it('keeps the large data of events, and what they name', async () => {
    const named = await datasets.upload();
    const { item_id } = await datasets.makeItem(`${named.sha256} ${'x'.repeat(300_000)}`);
    await datasets.looks(4);
    expect(await datasets.isThere(named)).toBe(true);
    expect(await datasets.tools.log.read(`datasetItem-${item_id}`)).toHaveLength(1);
  });

  it('removes the files of a purged dataset, but not its events nor what others name too', async () => {
    const purged = await datasets.makeItem('x'.repeat(300_000));
    const other = await datasets.makeItem();
    const [own, former, shared, logo] = [
      await datasets.upload(),
      await datasets.upload(),
      await datasets.upload(),
      await datasets.upload(),
    ];
    await datasets.setFile(purged, former);
    await datasets.setFile(purged, shared);
    await datasets.setFile(other, shared);
    await datasets.setFile(purged, own);
    await datasets.done(datasetCommands.uploadDatasetLogo, { id: purged.dataset_id, file: logo });
    await datasets.purge(purged);
    await datasets.looks(2);
    const there = await Promise.all([own, former, logo, shared].map((file) => datasets.isThere(file)));
    expect(there).toEqual([false, false, false, true]);
    expect(await datasets.tools.log.read(`datasetItem-${purged.item_id}`)).toHaveLength(4);
  });

  it('removes the files of a purged item whose documents were removed before', async () => {
    const purged = await datasets.makeItem();
    const file = await datasets.upload();
    await datasets.setFile(purged, file);
    await datasets.purge(purged);
    await sweepPurged(datasets.tools, new AbortController().signal);
    expect(await datasets.tools.documents.get('dataset_items', purged.item_id)).toBeUndefined();
    await datasets.looks(2);
    expect(await datasets.isThere(file)).toBe(false);
  });

  it('removes the files of a purged version, but not those of another version of the dataset', async () => {
    const purged = await datasets.makeItem();
    const version = await datasets.done(datasetCommands.createDatasetVersion, { ...purged, body: {} });
    const other = { ...purged, version_id: derivedId(version, 'version', 0) };
    const item = await datasets.done(datasetCommands.createDatasetItem, { ...other, body: { text: 'b' } });
    const [own, kept] = [await datasets.upload(), await datasets.upload()];
    await datasets.setFile(purged, own);
    await datasets.setFile({ ...other, item_id: derivedId(item, 'item', 0) }, kept);
    await datasets.done(datasetCommands.deleteDatasetVersion, versionAt(purged));
    await datasets.looks(2);
    expect(await datasets.isThere(own)).toBe(true);
    await datasets.done(datasetCommands.purgeVersion, { id: purged.version_id });
    await datasets.looks(2);
    expect(await datasets.isThere(own)).toBe(false);
    expect(await datasets.isThere(kept)).toBe(true);
  });

  it('keeps blobs of which the log knows next to none, but not those of a purged dataset', async () => {
    const purged = await datasets.makeItem();
    const file = await datasets.upload();
    await datasets.setFile(purged, file);
    await datasets.purge(purged);
    const strangers = [];
    for (let count = 0; count < 101; count += 1) strangers.push(await datasets.upload());
    await datasets.looks(3);
    expect(await datasets.isThere(file)).toBe(false);
    for (const stranger of strangers) expect(await datasets.isThere(stranger)).toBe(true);
  });

  it('removes refused uploads, however many, and is not kept by them from its work', async () => {
    const refused = [];
    for (let count = 0; count < 101; count += 1) refused.push(await datasets.upload());
    const hashes = refused.map(({ sha256 }) => sha256);
    await rememberRefused(datasets.tools.registers, hashes);
    const stranger = await datasets.upload();
    await datasets.looks(2);
    for (const file of [...refused, stranger]) expect(await datasets.isThere(file)).toBe(false);
  });

  it('keeps what was named after the first look', async () => {
    const path = await datasets.makeItem();
    const file = await datasets.upload();
    await datasets.looks(1);
    await datasets.setFile(path, file);
    datasets.pass(1);
    await datasets.look();
    expect(await datasets.isThere(file)).toBe(true);
  });

  it('keeps what is named while it looks for the second time', async () => {
    const path = await datasets.makeItem();
    const file = await datasets.upload();
    await datasets.looks(1);
    datasets.pass(1);
    const { blobs } = datasets.tools;
    const collect: Blobs['collect'] = async (options) => {
      await datasets.setFile(path, file);
      return blobs.collect(options);
    };
    await datasets.look({
      blobs: {
        collect,
        put: blobs.put.bind(blobs),
        open: blobs.open.bind(blobs),
        info: blobs.info.bind(blobs),
      },
    });
    expect(await datasets.isThere(file)).toBe(true);
  });

  it('asks the store for what was not touched for a day', async () => {
    const asked: number[] = [];
    const { blobs } = datasets.tools;
    const collect: Blobs['collect'] = async ({ untouchedSince }) => {
      asked.push(datasets.tools.clock.now() - untouchedSince);
      return 0;
    };
    await datasets.look();
    datasets.pass(1);
    await datasets.look({
      blobs: {
        collect,
        put: blobs.put.bind(blobs),
        open: blobs.open.bind(blobs),
        info: blobs.info.bind(blobs),
      },
    });
    const aDay: unknown = expect.closeTo(24 * 60 * 60 * 1000, -4);
    expect(asked).toEqual([aDay, aDay]);
  });

  it('looks once a day, not at all on the first', async () => {
    let pages = 0;
    const log = logWith((options) => {
      pages += 1;
      return datasets.tools.log.readAll(options);
    });
    const after: number[] = [];
    for (let hour = 0; hour < 49; hour += 1) {
      const before = pages;
      await datasets.look(log);
      if (pages > before) after.push(hour);
      datasets.pass(1 / 24);
    }
    expect(after).toEqual([24, 48]);
  });

  it('removes nothing when the log cannot be read, and tries again a day later', async () => {
    const file = await datasets.upload();
    await datasets.looks(1);
    datasets.pass(1);
    let pages = 0;
    const broken = logWith(async (options) => {
      pages += 1;
      if (pages > 1) throw new LogUnavailable('the log is away');
      return datasets.tools.log.readAll(options);
    });
    await datasets.look(broken);
    await datasets.look(broken);
    expect(pages).toBe(2);
    expect(await datasets.isThere(file)).toBe(true);
    datasets.pass(1);
    await datasets.look();
    expect(await datasets.isThere(file)).toBe(false);
  });

  it('is due again at once when it was stopped', async () => {
    const file = await datasets.upload();
    await datasets.looks(1);
    datasets.pass(1);
    const stop = new AbortController();
    const stopping = logWith((options) => {
      stop.abort();
      return datasets.tools.log.readAll(options);
    });
    await datasets.look(stopping, stop.signal);
    expect(await datasets.isThere(file)).toBe(true);
    await datasets.look();
    expect(await datasets.isThere(file)).toBe(false);
  });

  it('is done by one replica of the service, until that stops', async () => {
    const work = (datasetsService.work?.(datasets.tools) ?? []).find(({ name }) => name === 'datasets.blobs');
    expect(work?.alone).toBe(true);
    const stop = new AbortController();
    const running = blobCollection(datasets.tools).run(stop.signal);
    stop.abort();
    await running;
  });
});

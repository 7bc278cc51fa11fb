import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { derivedId, sweepAll } from '@cairn/kernel';
import type { CollectingBlobs } from '@cairn/kernel/testkit';
import { versionAt } from '../testing/version-at.js';
import { datasets as model } from '../datasets.js';
import { CollectingDatasets } from './testing/collecting-datasets.js';

let datasets: CollectingDatasets;
let blobs: CollectingBlobs;
beforeEach(async () => {
  datasets = await CollectingDatasets.start();
  blobs = datasets.blobs;
});
afterEach(() => datasets.stop());

/** What becomes of files of datasets: their area says it. */
describe('the collection of blobs, of files of datasets', () => {
  it('keeps whatever an event names, also what is replaced or taken away since', async () => {
    const path = await datasets.makeItem();
    const [replaced, current, archive, logo] = [
      await blobs.upload(),
      await blobs.upload(),
      await blobs.upload(Buffer.from('{"text":"a"}\n')),
      await blobs.upload(),
    ];
    await datasets.setFile(path, replaced);
    await datasets.setFile(path, current);
    await datasets.done(datasetCommands.uploadDatasetLogo, { id: path.dataset_id, file: logo });
    await datasets.done(datasetCommands.deleteDatasetLogo, { id: path.dataset_id });
    const { dataset_id, version_id } = path;
    const options = { on_error: 'fail', dry_run: true } as const;
    await datasets.done(datasetJobCommands.requestImport, { dataset_id, version_id, file: archive, options });
    await datasets.done(datasetCommands.deleteDataset, { id: dataset_id });
    await blobs.looks(4);
    expect(await blobs.areThere(replaced, current, archive, logo)).toEqual([true, true, true, true]);
  });

  it('removes the files of a purged dataset, but not its events nor what others name too', async () => {
    const purged = await datasets.makeItem('x'.repeat(300_000));
    const other = await datasets.makeItem();
    const [own, former, shared, logo] = [
      await blobs.upload(),
      await blobs.upload(),
      await blobs.upload(),
      await blobs.upload(),
    ];
    await datasets.setFile(purged, former);
    await datasets.setFile(purged, shared);
    await datasets.setFile(other, shared);
    await datasets.setFile(purged, own);
    await datasets.done(datasetCommands.uploadDatasetLogo, { id: purged.dataset_id, file: logo });
    await datasets.purge(purged);
    await blobs.looks(2);
    expect(await blobs.areThere(own, former, logo, shared)).toEqual([false, false, false, true]);
    expect(await datasets.tools.log.read(`datasetItem-${purged.item_id}`)).toHaveLength(4);
  });

  it('removes the files of a purged item whose documents were removed before', async () => {
    const purged = await datasets.makeItem();
    const file = await blobs.upload();
    await datasets.setFile(purged, file);
    await datasets.purge(purged);
    await sweepAll(model.sweep, datasets.tools, new AbortController().signal);
    expect(await datasets.tools.documents.get('dataset_items', purged.item_id)).toBeUndefined();
    await blobs.looks(2);
    expect(await blobs.areThere(file)).toEqual([false]);
  });

  it('removes the files of a purged version, but not those of another version of the dataset', async () => {
    const purged = await datasets.makeItem();
    const version = await datasets.done(datasetCommands.createDatasetVersion, { ...purged, body: {} });
    const other = { ...purged, version_id: derivedId(version, 'version', 0) };
    const item = await datasets.done(datasetCommands.createDatasetItem, { ...other, body: { text: 'b' } });
    const [own, kept] = [await blobs.upload(), await blobs.upload()];
    await datasets.setFile(purged, own);
    await datasets.setFile({ ...other, item_id: derivedId(item, 'item', 0) }, kept);
    await datasets.done(datasetCommands.deleteDatasetVersion, versionAt(purged));
    await blobs.looks(2);
    expect(await blobs.areThere(own)).toEqual([true]);
    await datasets.done(datasetCommands.purgeVersion, { id: purged.version_id });
    await blobs.looks(2);
    expect(await blobs.areThere(own)).toEqual([false]);
    expect(await blobs.areThere(kept)).toEqual([true]);
  });
});

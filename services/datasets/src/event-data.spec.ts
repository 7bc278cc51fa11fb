import { datasetCommands } from '@cairn/contracts';
import { type Principal, publishedData, type RecordedEvent } from '@cairn/kernel';
import { datasetById, itemsOfVersion } from './read-models/index.js';
import { datasetsService } from './service.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('the data of an event', () => {
  const me = someone();
  let running: RunningDatasets;
  let dataset_id: string;
  let version_id: string;
  let item: string;

  beforeAll(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'mails' };
    dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    version_id = (await datasetById(running.reading(me), dataset_id))!.resource.active_version_id!;
    const path = { dataset_id, version_id };
    await running.done(me, datasetCommands.bulkDatasetItems, {
      ...path,
      body: { create: [{ text: 'one' }] },
    });
    const listed = await itemsOfVersion(running.reading(me), path, { limit: 1, sort: 'created_at' });
    item = listed!.elements[0]!.id;
  });
  afterAll(() => running.stop());

  const first = async (stream: string): Promise<RecordedEvent> =>
    (await running.engines.log.read(stream))[0]!;
  const told = async (to: Principal, stream: string): Promise<boolean> =>
    datasetsService.published!.mayRead!(running.reading(to), stream);
  const streams = () => [`dataset-${dataset_id}`, `datasetVersion-${version_id}`, `datasetItem-${item}`];

  it('are told to who may read the dataset that it belongs to', async () => {
    for (const stream of streams()) expect(await told(me, stream)).toBe(true);
  });

  it('are what is stored, without what serves the inside', async () => {
    for (const stream of streams()) {
      const recorded = await first(stream);
      const told = { ...(recorded.data as Readonly<Record<string, unknown>>) };
      delete told['readers'];
      expect(publishedData(datasetsService.aggregates, recorded)).toEqual(told);
    }
  });

  it('S2: are told to nobody else', async () => {
    for (const stream of streams()) expect(await told(someone(), stream)).toBe(false);
    const narrow: Principal = { ...me, kind: 'key', scopes: ['me:read'] };
    for (const stream of streams()) expect(await told(narrow, stream)).toBe(false);
  });

  it('are not told of what is not a dataset’s', async () => {
    const inherited = ['constructor', 'toString', 'valueOf', '__proto__'].map(
      (name) => `${name}-${dataset_id}`,
    );
    for (const stream of [`user-${dataset_id}`, `datasetItem-${dataset_id}`, 'nothing', ...inherited])
      expect(await told(me, stream)).toBe(false);
  });

  it('are told when it is deleted, as its history is', async () => {
    await running.done(me, datasetCommands.deleteDataset, { id: dataset_id });
    for (const stream of streams()) expect(await told(me, stream)).toBe(true);
  });
});

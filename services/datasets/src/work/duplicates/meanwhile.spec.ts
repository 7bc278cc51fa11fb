import { datasetCommands } from '@cairn/contracts';
import { derivedId, type Documents, freshId } from '@cairn/kernel';
import { ITEMS } from '../../read-models/items/project.js';
import { VERSIONS } from '../../read-models/versions/project.js';
import { SLICE_ITEMS } from '../item-appends.js';
import { WorkingDatasets } from '../testing/working-datasets.js';
import { versionAt } from '../../testing/version-at.js';

/** Three slices, the last of them not full. */
const MANY = 2 * SLICE_ITEMS + 50;

describe('while a version is copied', () => {
  let datasets: WorkingDatasets;
  let source: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    source = await datasets.makeDataset({ name: 'mails', default_splits: true });
  });
  afterEach(() => datasets.stop());

  const importOf = async (count: number): Promise<void> => {
    const line = (index: number): string =>
      JSON.stringify({ text: `mail ${index}`, label: 'spam', split: 'train' });
    const content = Array.from({ length: count }, (_, index) => line(index)).join('\n');
    datasets.startWorker();
    await datasets.import(source, { name: 'mails.jsonl', content });
    await datasets.stopWorkers();
  };

  const requested = async (): Promise<{ readonly job: string; readonly copy: string }> => {
    const id = freshId();
    const reply = await datasets.send(
      datasetCommands.duplicateDatasetVersion,
      { ...versionAt(source), body: {} },
      id,
    );
    expect(reply.status).toBe('done');
    return { job: derivedId(id, 'job', 0), copy: derivedId(id, 'version', 0) };
  };

  const send = async (
    command: typeof datasetCommands.deleteDatasetItem | typeof datasetCommands.restoreDatasetItem,
    id: string,
  ): Promise<void> => {
    expect((await datasets.send(command, { ...source, id })).status).toBe('done');
  };

  /** Documents after whose pages of items something happens; pages count from 1. */
  const between = (then: (page: number) => Promise<void>): Documents => {
    const { documents } = datasets.tools;
    let pages = 0;
    return new Proxy(documents, {
      get: (target, key: keyof Documents) =>
        key !== 'find'
          ? target[key].bind(target)
          : async (...asked: Parameters<Documents['find']>) => {
              const found = await documents.find(...asked);
              if (asked[0] === ITEMS && found.length > 0) await then((pages += 1));
              return found;
            },
    });
  };

  it('an item that is deleted and brought back is copied', async () => {
    await importOf(MANY);
    const [last] = await datasets.tools.documents.find(ITEMS, {
      filter: { fields: { version_id: source.version_id, deleted: false } },
      sort: '-created_at',
      limit: 1,
    });
    const { job, copy } = await requested();
    const documents = between(async (page) => {
      if (page === 1) await send(datasetCommands.deleteDatasetItem, last!.id);
      if (page === 3) await send(datasetCommands.restoreDatasetItem, last!.id);
    });
    datasets.startWorker({ documents });
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: MANY } });
    expect((await datasets.items(copy)).map(({ origin_id }) => origin_id)).toContain(last!.id);
  });

  it('an item that comes back is counted once', async () => {
    await importOf(3);
    const [item] = await datasets.items(source.version_id);
    const { job } = await requested();
    await send(datasetCommands.deleteDatasetItem, item!.id);
    const documents = between(async (page) => {
      if (page === 1) await send(datasetCommands.restoreDatasetItem, item!.id);
    });
    datasets.startWorker({ documents });
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: 3 } });
  });

  it('a label and a split that go as it is asked for are in its items only when they are in the copy', async () => {
    await importOf(3);
    const version = (await datasets.tools.documents.get(VERSIONS, source.version_id))!;
    const named = (parts: unknown, wanted: string): string =>
      Object.values(parts as Record<string, { id: string; name: string }>).find(
        ({ name }) => name === wanted,
      )!.id;
    const { log } = datasets.tools;
    const head = log.head.bind(log);
    jest.spyOn(log, 'head').mockImplementationOnce(async () => {
      const position = await head();
      const label_id = named(version['labels'], 'spam');
      const split_id = named(version['splits'], 'train');
      await datasets.send(datasetCommands.deleteLabel, { ...source, id: label_id });
      await datasets.send(datasetCommands.deleteDatasetSplit, { ...source, id: split_id });
      return position;
    });
    const { job, copy } = await requested();
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: 3 } });
    const made = (await datasets.tools.documents.get(VERSIONS, copy))!;
    const items = await datasets.items(copy);
    const labels = items.flatMap((item) => item['label_ids'] as string[]);
    const splits = items.flatMap((item) => item['splits'] as string[]);
    expect(labels.filter((id) => !(id in (made['labels'] as object)))).toEqual([]);
    expect(splits.filter((id) => !(id in (made['splits'] as object)))).toEqual([]);
  });
});

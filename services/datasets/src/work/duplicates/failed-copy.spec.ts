import { datasetCommands } from '@cairn/contracts';
import { derivedId, type EventLog, freshId, sweepAll } from '@cairn/kernel';
import { crashingLog } from '@cairn/kernel/testkit';
import { COUNTS, counterId } from '../../read-models/counters/project.js';
import { ITEMS } from '../../read-models/items/project.js';
import { VERSIONS } from '../../read-models/versions/project.js';
import { datasets as model } from '../../datasets.js';
import { WorkingDatasets } from '../testing/working-datasets.js';
import { versionAt } from '../../testing/version-at.js';

/** Several slices. */
const MANY = 450;
const LABELS = ['even', 'odd'];
const PURGED = 'datasets.version.purged.v1';

describe('a copy of a version that fails in the middle', () => {
  let datasets: WorkingDatasets;
  let source: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    source = await datasets.makeDataset({ name: 'mails', default_splits: true });
    const lines = Array.from({ length: MANY }, (_, index) =>
      JSON.stringify({ text: `mail ${index}`, label: LABELS[index % 2] }),
    );
    datasets.startWorker();
    await datasets.import(source, { name: 'mails.jsonl', content: lines.join('\n') });
    await datasets.stopWorkers();
  });
  afterEach(() => datasets.stop());

  const requested = async (): Promise<{ readonly job: string; readonly version_id: string }> => {
    const id = freshId();
    const reply = await datasets.send(
      datasetCommands.duplicateDatasetVersion,
      { ...versionAt(source), body: {} },
      id,
    );
    expect(reply.status).toBe('done');
    return { job: derivedId(id, 'job', 0), version_id: derivedId(id, 'version', 0) };
  };

  /** The dataset goes away while the second slice is appended, and comes back when the copy has failed. */
  const failingCopy = async () => {
    const copy = await requested();
    const { dataset_id } = source;
    const { log } = datasets.tools;
    let slices = 0;
    const appendMany: EventLog['appendMany'] = async (appends) => {
      slices += 1;
      if (slices === 2) await datasets.send(datasetCommands.deleteDataset, { id: dataset_id });
      return log.appendMany(appends);
    };
    datasets.startWorker({ log: { ...crashingLog(log, Infinity, 'before'), appendMany } });
    expect(await datasets.finished(copy.job)).toMatchObject({ status: 'failed', error_code: 'not_found' });
    expect(await itemsIn(copy.version_id)).toBeGreaterThan(0);
    await datasets.stopWorkers();
    await datasets.send(datasetCommands.restoreDataset, { id: dataset_id });
    return copy;
  };

  const itemsIn = (versionId: string): Promise<number> =>
    datasets.tools.documents.count(
      ITEMS,
      { fields: { version_id: versionId, deleted: [true, false] } },
      10_000,
    );

  /** What the counters say of each split and label, and what a count of the items gives. */
  const counted = async (versionId: string) => {
    const version = (await datasets.tools.documents.get(VERSIONS, versionId))!;
    const items = await datasets.items(versionId);
    const splitIds = Object.keys(version['splits'] as object);
    const labelIds = Object.keys(version['labels'] as object);
    const has = (item: object, splitId: string, labelId: string): boolean =>
      JSON.stringify(item).includes(splitId) && JSON.stringify(item).includes(labelId);
    const pairs = splitIds.flatMap((splitId) => labelIds.map((labelId) => [splitId, labelId] as const));
    const counters = await Promise.all(
      pairs.map(async ([split, label]) => {
        const counter = await datasets.tools.documents.get(COUNTS, counterId(versionId, split, label));
        return counter?.['items'] ?? 0;
      }),
    );
    const recount = pairs.map(([split, label]) => items.filter((item) => has(item, split, label)).length);
    return { counters, recount, items: items.length };
  };

  const gone = async (versionId: string): Promise<void> => {
    await datasets.untilEvent(`datasetVersion-${versionId}`, PURGED);
    await sweepAll(model.sweep, datasets.tools, new AbortController().signal);
  };

  it('law 6: is deleted and purged by itself; its items go, nothing else does', async () => {
    const { version_id } = await failingCopy();
    await gone(version_id);
    expect(await datasets.tools.documents.get(VERSIONS, version_id)).toMatchObject({
      complete: false,
      deleted: true,
      purged: true,
    });
    expect(await itemsIn(version_id)).toBe(0);
    const left = await counted(source.version_id);
    expect(left.items).toBe(MANY);
    expect(left.counters).toEqual(left.recount);
  });

  it('can be asked for again: the second has every item, and its statistics are exact', async () => {
    await failingCopy();
    datasets.startWorker();
    const again = await requested();
    expect(await datasets.finished(again.job)).toMatchObject({ status: 'completed' });
    const copied = await counted(again.version_id);
    expect(copied.items).toBe(MANY);
    expect(copied.counters).toEqual(copied.recount);
    expect(copied.recount.reduce((sum, count) => sum + count, 0)).toBe(MANY);
  });
});

import { Readable } from 'node:stream';
import type { Charge } from '@cairn/assets';
import { datasetCommands, datasetJobCommands, type DomainEvent } from '@cairn/contracts';
import { eventRegistry, noQuotas, type Principal, sameForAll, system } from '@cairn/kernel';
import { dataset } from '../../domain/dataset/state.js';
import { datasetItem } from '../../domain/item/state.js';
import { datasetJob } from '../../domain/job/state.js';
import { datasetVersion } from '../../domain/version/state.js';
import { RunningDatasets, someone } from '../../testing/running-datasets.js';
import { datasetUsage } from '../../usage.js';
import { datasetById } from '../index.js';
import { versionAt } from '../../testing/version-at.js';

interface Path {
  readonly dataset_id: string;
  readonly version_id: string;
}

const file = { sha256: 'a'.repeat(64), size: 500_000, content_type: 'text/plain', file_name: 'a.txt' };
const OF_JOBS = new Set([
  'DatasetJobStarted',
  'DatasetJobProgressed',
  'DatasetJobCompleted',
  'DatasetJobFailed',
  'DatasetJobCancelRequested',
  'DatasetJobCancelled',
]);

describe('what an account uses', () => {
  const [me, other] = [someone(), someone()];
  let running: RunningDatasets;
  beforeEach(async () => {
    running = await RunningDatasets.start();
  });
  afterEach(() => running.stop());

  const make = async (principal: Principal): Promise<Path> => {
    const body = { name: 'mails', default_splits: true };
    const dataset_id = await running.make(principal, datasetCommands.createDataset, { body }, 'dataset');
    const found = await datasetById(running.reading(principal), dataset_id);
    return { dataset_id, version_id: found!.resource.active_version_id! };
  };
  const amounts = async ({ userId }: Principal): Promise<Charge> => {
    const payer = { kind: 'account', id: userId } as const;
    const { documents } = running.engines;
    const { datasets, items, bytes } = await datasetUsage.usedBy(documents, payer, sameForAll(noQuotas));
    return { datasets, items, bytes };
  };

  const stored = async (size: number) => {
    const blob = await running.tools.blobs.put(Readable.from([Buffer.alloc(size)]), { maxBytes: size });
    return { ...file, ...blob };
  };

  /** Every kind of event that is charged for, on one dataset. */
  const muchHappens = async (principal: Principal): Promise<Path> => {
    const path = await make(principal);
    const done = running.done.bind(running, principal);
    const label = await running.make(
      principal,
      datasetCommands.createLabel,
      { ...path, body: { name: 'spam' } },
      'label',
    );
    const item_id = await running.make(
      principal,
      datasetCommands.createDatasetItem,
      { ...path, body: { text: 'Ein 😀 Brief' } },
      'item',
    );
    const tag = { type: 'classification' as const, label_id: label, value: {} };
    await done(datasetCommands.updateDatasetItem, {
      ...path,
      id: item_id,
      body: { text: 'x'.repeat(300_000) },
    });
    await done(datasetCommands.createAnnotation, { ...path, item_id, body: tag });
    await done(datasetCommands.uploadDatasetItem, { ...path, id: item_id, file: await stored(file.size) });
    await done(datasetCommands.deleteDatasetItem, { ...path, id: item_id });
    await done(datasetCommands.restoreDatasetItem, { ...path, id: item_id });
    await done(datasetCommands.updateDatasetVersion, { ...versionAt(path), body: { name: 'cleaned' } });
    await done(datasetCommands.updateDataset, { id: path.dataset_id, body: { notes: 'many' } });
    await done(datasetCommands.uploadDatasetLogo, { id: path.dataset_id, file });
    const options = { on_error: 'fail', dry_run: true } as const;
    await done(datasetJobCommands.requestImport, { ...path, file: await stored(1_000), options });
    return path;
  };

  /** What all events of some datasets take. */
  const takenBy = async (...paths: readonly Path[]) => {
    const aggregates = [dataset, datasetVersion, datasetItem, datasetJob];
    const registry = eventRegistry(aggregates);
    const categories = aggregates.map(({ category }) => category);
    const { events } = await running.engines.log.readAll({ after: '', categories, limit: 10_000 });
    const ids = new Set(paths.map(({ dataset_id }) => dataset_id));
    const streams = new Set<string>(paths.map(({ dataset_id }) => `dataset-${dataset_id}`));
    const charged: DomainEvent[] = [];
    for (const recorded of events) {
      const event = registry.understand(recorded)!;
      if (ids.has((event.data as { dataset_id?: string }).dataset_id ?? '')) streams.add(recorded.stream);
      if (streams.has(recorded.stream) && !OF_JOBS.has(event.type)) charged.push(event);
    }
    return datasetUsage.chargeOfAll(charged);
  };

  it('law 7: is what its events take, to the byte, and the same when it is counted anew', async () => {
    const paths = [await muchHappens(me), await muchHappens(me)];
    await muchHappens(other);
    const taken = await takenBy(...paths);
    expect(taken).toMatchObject({ datasets: 2, items: 2 });
    expect(taken.bytes).toBeGreaterThan(2 * (500_000 + 500_000 + 300_000));
    expect(await amounts(me)).toEqual(taken);
    await running.rebuild('datasets.usage');
    expect(await amounts(me)).toEqual(taken);
  });

  it('law 6: is less by all of a version or a dataset that is purged, and not before', async () => {
    const kept = await muchHappens(me);
    const alone = await amounts(me);
    expect(await datasetUsage.heldBy(running.engines.documents, kept.dataset_id)).toEqual(alone);
    const gone = await muchHappens(me);
    const before = await amounts(me);
    const version_id = await running.make(
      me,
      datasetCommands.createDatasetVersion,
      { dataset_id: kept.dataset_id, body: {} },
      'version',
    );
    await running.done(me, datasetCommands.createDatasetItem, { ...kept, version_id, body: { text: 'x' } });
    expect(await amounts(me)).toMatchObject({ datasets: 2, items: before.items + 1 });
    const doomed = { dataset_id: kept.dataset_id, version_id };
    await running.done(me, datasetCommands.deleteDatasetVersion, versionAt(doomed));
    expect((await amounts(me)).items).toBe(before.items + 1);
    await running.done(system, datasetCommands.purgeVersion, { id: doomed.version_id });
    expect(await amounts(me)).toEqual(before);
    await running.done(me, datasetCommands.deleteDataset, { id: gone.dataset_id });
    expect((await amounts(me)).datasets).toBe(2);
    await running.done(system, datasetCommands.purgeDataset, { id: gone.dataset_id });
    expect(await amounts(me)).toEqual(alone);
  });

  it('is charged to the owner of the dataset, whoever writes', async () => {
    const path = await make(me);
    const before = await amounts(me);
    await running.done(system, datasetCommands.createDatasetItem, { ...path, body: {} });
    expect((await amounts(me)).items).toBe(before.items + 1);
    expect(await amounts(system)).toEqual({ datasets: 0, items: 0, bytes: 0 });
  });
});

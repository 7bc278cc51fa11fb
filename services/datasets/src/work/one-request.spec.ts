import { randomUUID } from 'node:crypto';
import { datasetCommands } from '@cairn/contracts';
import { categoryOf, derivedId, freshId } from '@cairn/kernel';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

const file = {
  name: 'mails.jsonl',
  content: ['a', 'b', 'c'].map((text) => JSON.stringify({ text, labels: ['spam'] })).join('\n'),
};
const CATEGORIES = ['dataset', 'datasetVersion', 'datasetItem', 'datasetJob'];

describe('what one request causes', () => {
  const organization = randomUUID();
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    const id = freshId();
    const body = { name: 'mails', multi_label: true };
    const key = { ...datasets.user, organizationId: organization };
    await datasets.send(datasetCommands.createDataset, { body }, id, key);
    version = { dataset_id: derivedId(id, 'dataset', 0), version_id: derivedId(id, 'version', 0) };
  });
  afterEach(() => datasets.stop());

  const since = async (after: string) =>
    (await datasets.tools.log.readAll({ after, categories: CATEGORIES, limit: 1000 })).events;

  it('has the correlation of the request: an import, with what its worker does', async () => {
    datasets.startWorker();
    await datasets.import(version, file);
    const [item] = await datasets.items(version.version_id);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: item!.id });
    const before = await datasets.tools.log.head();
    const job = await datasets.import(version, file);
    const [request, ...others] = await since(before);
    expect(job).toMatchObject({ status: 'completed', result: { restored: 1 } });
    expect(others.map(({ type }) => type)).toContain('datasets.item.restored.v1');
    for (const { type, metadata } of others)
      expect([type, metadata.correlation]).toEqual([type, request!.metadata.correlation]);
  });

  it('has it where labels and items are made, and names the request as the cause', async () => {
    datasets.startWorker();
    const before = await datasets.tools.log.head();
    await datasets.import(version, file);
    const [request, ...others] = await since(before);
    const types = new Set(others.map(({ type }) => type));
    expect([...types]).toEqual(
      expect.arrayContaining([
        'datasets.label.created.v1',
        'datasets.item.created.v1',
        'datasets.job.completed.v1',
      ]),
    );
    for (const { type, metadata } of others)
      expect([type, metadata.correlation, metadata.causation]).toEqual([
        type,
        request!.metadata.correlation,
        request!.id,
      ]);
  });

  it('has it in a copy too', async () => {
    datasets.startWorker();
    await datasets.import(version, file);
    const before = await datasets.tools.log.head();
    const id = freshId();
    await datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(version), body: {} }, id);
    await datasets.finished(derivedId(id, 'job', 0));
    const all = await since(before);
    expect(all.map(({ type }) => type)).toContain('datasets.version.completed.v1');
    for (const { type, metadata } of all) expect([type, metadata.correlation]).toEqual([type, id]);
  });

  it('is of the organization of the dataset, though nobody of it works', async () => {
    datasets.startWorker();
    await datasets.import(version, file);
    const all = await since('');
    expect(new Set(all.map(({ stream }) => categoryOf(stream)))).toEqual(new Set(CATEGORIES));
    expect(all.map(({ type }) => type)).toContain('datasets.item.created.v1');
    for (const { type, metadata } of all) expect([type, metadata.organization]).toEqual([type, organization]);
  });
});

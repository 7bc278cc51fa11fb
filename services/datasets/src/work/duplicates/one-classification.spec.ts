import { datasetCommands } from '@cairn/contracts';
import { derivedId, freshId } from '@cairn/kernel';
import { WorkingDatasets } from '../testing/working-datasets.js';
import { versionAt } from '../../testing/version-at.js';

describe('a copy of items with several classifications', () => {
  let datasets: WorkingDatasets;
  let version: { dataset_id: string; version_id: string };
  let job: string;
  let copy: string;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    version = await datasets.makeDataset({ name: 'mails', multi_label: true });
    const classified = { type: 'classification' as const, value: {} };
    const itemId = freshId();
    const body = { annotations: [classified, classified] };
    await datasets.send(datasetCommands.createDatasetItem, { ...version, body }, itemId);
    const id = freshId();
    await datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(version), body: {} }, id);
    job = derivedId(id, 'job', 0);
    copy = derivedId(id, 'version', 0);
    const item_id = derivedId(itemId, 'item', 0);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: item_id });
  });
  afterEach(() => datasets.stop());

  const single = () => {
    const { dataset_id } = version;
    return datasets.send(datasetCommands.updateDataset, { id: dataset_id, body: { multi_label: false } });
  };

  it('does not keep the dataset from allowing one only, and is not shown then', async () => {
    expect(await single()).toMatchObject({ status: 'done' });
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({
      status: 'failed',
      error_code: 'multi_label_violation',
    });
    const { dataset_id } = version;
    await datasets.untilEvent(`datasetVersion-${copy}`, 'datasets.version.deleted.v1');
    const left = await datasets.documents('dataset_versions', { dataset_id });
    expect(left.map(({ complete }) => complete)).toEqual([true]);
    await datasets.send(datasetCommands.updateDataset, { id: dataset_id, body: { multi_label: true } });
    expect(await single()).toMatchObject({ status: 'done' });
  });

  it('keeps it from that once it is complete', async () => {
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed' });
    expect(await single()).toMatchObject({ status: 'refused', code: 'multi_label_violation' });
  });
});

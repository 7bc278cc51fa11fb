import { zipOf } from '../../formats/testing/uploads.js';
import { WorkingDatasets } from '../testing/working-datasets.js';

describe('the files of imported items', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  it('S26: are held against the size that is configured', async () => {
    const version = await datasets.makeDataset();
    const content = await zipOf({ 'a.jsonl': '{"file_name":"a.bin"}', 'a.bin': 'x'.repeat(2_000) });
    const importAt = async (itemFile: number) => {
      await datasets.stopWorkers();
      datasets.startWorker({ fileLimits: { ...datasets.tools.fileLimits, itemFile } });
      return datasets.import(version, { name: 'a.zip', content });
    };
    const errors = [{ message: 'the file of an item is larger than 1999 bytes' }];
    expect(await importAt(1_999)).toMatchObject({ errors });
    expect(await importAt(2_000)).toMatchObject({ result: { created: 1 } });
  });
});

import { datasetCommands, type ImportReport } from '@cairn/contracts';
import type { ServiceTools } from '@cairn/kernel';
import { WorkingDatasets } from '../testing/working-datasets.js';

describe('an import that another worker goes on with', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  it('counts what it brought back before a crash as brought back', async () => {
    const version = await datasets.makeDataset();
    const few = {
      name: 'few.jsonl',
      content: ['a', 'b', 'c', 'd'].map((text) => JSON.stringify({ text })).join('\n'),
    };
    datasets.startWorker();
    await datasets.import(version, few);
    await datasets.stopWorkers();
    const [a, b, c] = await datasets.items(version.version_id);
    for (const item of [a, b])
      await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: item!.id });
    await datasets.send(datasetCommands.updateDatasetItem, { ...version, id: c!.id, body: { name: 'c' } });
    const job = await datasets.request(version, few);
    let restored = 0;
    const crashed = new Promise<void>((resolve) => {
      const logger = { ...datasets.tools.logger, error: () => resolve() };
      const execute: ServiceTools['execute'] = async (command, input, call) => {
        if (command.name === datasetCommands.restoreDatasetItem.name && ++restored === 2)
          throw new Error('a crash');
        return datasets.tools.execute(command, input, call);
      };
      datasets.startWorker({ execute, logger });
    });
    await crashed;
    await datasets.stopWorkers();
    datasets.passLeases();
    datasets.startWorker();
    const { result } = await datasets.finished(job);
    expect(result as ImportReport).toMatchObject({
      created: 0,
      restored: 2,
      unchanged: 1,
      existing: 1,
      errors: [],
    });
  });
});

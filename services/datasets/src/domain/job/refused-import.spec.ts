import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { derivedId, freshId, LogUnavailable } from '@cairn/kernel';
import { faultyLog, type FaultyLog } from '@cairn/kernel/testkit';
import { RunningDatasets, someone } from '../../testing/running-datasets.js';

describe('an import that could not be asked for', () => {
  const me = someone();
  let running: RunningDatasets;
  let faulty: FaultyLog;
  beforeEach(async () => {
    running = await RunningDatasets.start((real) => (faulty = faultyLog(real)).log);
  });
  afterEach(() => running.stop());

  it('does not hold the version', async () => {
    const id = freshId();
    await running.done(me, datasetCommands.createDataset, { body: { name: 'mails' } }, id);
    const asked = () =>
      running.send(me, datasetJobCommands.requestImport, {
        dataset_id: derivedId(id, 'dataset', 0),
        version_id: derivedId(id, 'version', 0),
        file: { sha256: 'a'.repeat(64), size: 2, content_type: 'text/plain', file_name: 'a.jsonl' },
        options: { on_error: 'fail', dry_run: false },
      });
    faulty.next('be unavailable');
    await expect(asked()).rejects.toBeInstanceOf(LogUnavailable);
    expect(await asked()).toMatchObject({ status: 'done' });
  });
});

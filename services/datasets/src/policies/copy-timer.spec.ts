import { datasetCommands, datasetJobCommands } from '@cairn/contracts';
import { derivedId, freshId, LogUnavailable } from '@cairn/kernel';
import { faultyLog, type FaultyLog, until } from '@cairn/kernel/testkit';
import { VERSIONS } from '../read-models/versions/project.js';
import { WorkingDatasets } from '../work/testing/working-datasets.js';
import { WITHOUT_JOB_MS } from './copy-timer.js';
import { versionAt } from '../testing/version-at.js';

describe('a copy of a version whose job was not made', () => {
  let datasets: WorkingDatasets;
  let faulty: FaultyLog;
  let source: { dataset_id: string; version_id: string };
  beforeEach(async () => {
    datasets = await WorkingDatasets.start((real) => (faulty = faultyLog(real)).log);
    source = await datasets.makeDataset();
  });
  afterEach(() => datasets.stop());

  const asked = (id: string) =>
    datasets.send(datasetCommands.duplicateDatasetVersion, { ...versionAt(source), body: {} }, id);
  /** The request ends between the version and its job; answers the version. */
  const halfMade = async (id: string): Promise<string> => {
    faulty.next('go well');
    faulty.next('be unavailable');
    await expect(asked(id)).rejects.toBeInstanceOf(LogUnavailable);
    return derivedId(id, 'version', 0);
  };

  it('law 5: is discarded an hour later; one that waits for its worker is not', async () => {
    const waiting = freshId();
    expect(await asked(waiting)).toMatchObject({ status: 'done' });
    const abandoned = await halfMade(freshId());
    datasets.pass(WITHOUT_JOB_MS);
    const isPurged = async () =>
      (await datasets.tools.documents.get(VERSIONS, abandoned))?.['purged'] === true;
    await until(isPurged);
    datasets.startWorker();
    expect(await datasets.finished(derivedId(waiting, 'job', 0))).toMatchObject({ status: 'completed' });
  });

  it('law 5: is completed when the request comes again', async () => {
    const id = freshId();
    await halfMade(id);
    expect(await asked(id)).toMatchObject({ status: 'done' });
    datasets.pass(WITHOUT_JOB_MS);
    datasets.startWorker();
    expect(await datasets.finished(derivedId(id, 'job', 0))).toMatchObject({ status: 'completed' });
  });

  it('law 5: is not taken from a job that is under way, whatever the timer knows of it', async () => {
    const id = freshId();
    await asked(id);
    const version_id = derivedId(id, 'version', 0);
    const { dataset_id } = source;
    const discarded = { dataset_id, version_id };
    await datasets.tools.execute(datasetJobCommands.discardVersion, discarded, { id: freshId() });
    datasets.startWorker();
    expect(await datasets.finished(derivedId(id, 'job', 0))).toMatchObject({ status: 'completed' });
    const versions = await datasets.documents(VERSIONS, { dataset_id });
    expect(versions.map((version) => [version.id, version['complete']])).toContainEqual([version_id, true]);
  });
});

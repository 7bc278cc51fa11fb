import { datasetCommands } from '@cairn/contracts';
import { versionsOfDataset } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('versions that are deleted at the same moment', () => {
  const me = someone();
  let running: RunningDatasets;
  let dataset_id: string;
  beforeEach(async () => {
    running = await RunningDatasets.start();
    const body = { name: 'mails' };
    dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    for (let more = 0; more < 2; more += 1)
      await running.done(me, datasetCommands.createVersion, { dataset_id, body: {} });
  });
  afterEach(() => running.stop());

  const versions = async (): Promise<readonly string[]> => {
    const page = { limit: 10, sort: 'created_at' };
    return (await versionsOfDataset(running.reading(me), dataset_id, page))!.elements.map(({ id }) => id);
  };
  const remove = (version_id: string, expectedRevision?: string) => {
    const options = expectedRevision === undefined ? {} : { expectedRevision };
    return running.send(me, datasetCommands.deleteVersion, { dataset_id, version_id }, options);
  };

  it('leave one', async () => {
    const replies = await Promise.all((await versions()).map((id) => remove(id)));
    expect(replies.some(({ status }) => status === 'done')).toBe(true);
    for (const reply of replies) if (reply.status === 'refused') expect(reply.code).toBe('conflict');
    expect((await versions()).length).toBeGreaterThanOrEqual(1);
  });

  it('do not stand in the way of each other afterwards, whatever became of them', async () => {
    const [first, second, third] = await versions();
    expect(await remove(first!, '7')).toMatchObject({ code: 'precondition_failed' });
    expect(await remove(second!)).toMatchObject({ status: 'done' });
    await running.done(me, datasetCommands.restoreVersion, { dataset_id, version_id: second! });
    expect(await remove(third!)).toMatchObject({ status: 'done' });
    expect(await remove(first!)).toMatchObject({ status: 'done' });
    expect(await remove(second!)).toMatchObject({ code: 'conflict' });
    expect(await versions()).toEqual([second]);
  });
});

import { datasetCommands } from '@cairn/contracts';
import { crashingLog } from '@cairn/kernel/testkit';
import { versionsOfDataset } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const latch = (): { readonly opened: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

describe('versions that are deleted at the same moment', () => {
  const me = someone();
  let running: RunningDatasets;
  let dataset_id: string;
  /** What every append waits for. */
  let beforeAppend = async (): Promise<void> => undefined;
  beforeEach(async () => {
    beforeAppend = async () => undefined;
    running = await RunningDatasets.start((log) => ({
      ...crashingLog(log, Infinity, 'before'),
      append: async (append) => {
        await beforeAppend();
        return log.append(append);
      },
    }));
    const body = { name: 'mails' };
    dataset_id = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
    for (let more = 0; more < 2; more += 1)
      await running.done(me, datasetCommands.createDatasetVersion, { dataset_id, body: {} });
  });
  afterEach(() => running.stop());

  const versions = async (): Promise<readonly string[]> => {
    const page = { limit: 10, sort: 'created_at' };
    return (await versionsOfDataset(running.reading(me), { dataset_id }, page))!.elements.map(({ id }) => id);
  };
  const remove = (version_id: string, expectedRevision?: string) => {
    const options = expectedRevision === undefined ? {} : { expectedRevision };
    return running.send(me, datasetCommands.deleteDatasetVersion, { dataset_id, id: version_id }, options);
  };

  it('leave one', async () => {
    const replies = await Promise.all((await versions()).map((id) => remove(id)));
    expect(replies.some(({ status }) => status === 'done')).toBe(true);
    for (const reply of replies) if (reply.status === 'refused') expect(reply.code).toBe('conflict');
    expect((await versions()).length).toBeGreaterThanOrEqual(1);
  });

  it('leave one, also when another command on the same version ends in between', async () => {
    const [first, second, third] = await versions();
    await remove(third!);
    const ending = latch();
    const letting = latch();
    const { registers } = running.tools;
    const compareAndSet = registers.compareAndSet.bind(registers);
    const letGo = async (): Promise<void> => {
      ending.open();
      await letting.opened;
    };
    jest.spyOn(registers, 'remove').mockImplementationOnce(async (key) => {
      await letGo();
      await compareAndSet(key, (await registers.get(key))?.revision, null, 0);
    });
    jest.spyOn(registers, 'compareAndSet').mockImplementation(async (...asked) => {
      if (asked[3] === 0) await letGo();
      return compareAndSet(...asked);
    });
    const stale = remove(first!, '7');
    await ending.opened;
    const deciding = latch();
    const appending = latch();
    beforeAppend = async () => {
      deciding.open();
      await appending.opened;
    };
    const one = remove(first!);
    await Promise.race([deciding.opened, one]);
    letting.open();
    expect(await stale).toMatchObject({ code: 'precondition_failed' });
    beforeAppend = async () => undefined;
    await remove(second!);
    appending.open();
    await one;
    expect(await versions()).toHaveLength(1);
  });

  it('do not stand in the way of each other afterwards, whatever became of them', async () => {
    const [first, second, third] = await versions();
    expect(await remove(first!, '7')).toMatchObject({ code: 'precondition_failed' });
    expect(await remove(second!)).toMatchObject({ status: 'done' });
    await running.done(me, datasetCommands.restoreDatasetVersion, { dataset_id, id: second! });
    expect(await remove(third!)).toMatchObject({ status: 'done' });
    expect(await remove(first!)).toMatchObject({ status: 'done' });
    expect(await remove(second!)).toMatchObject({ code: 'conflict' });
    expect(await versions()).toEqual([second]);
  });
});

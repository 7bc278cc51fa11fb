import { datasetCommands, type DatasetInput } from '@cairn/contracts';
import { derivedId, freshId, LogUnavailable } from '@cairn/kernel';
import { faultyLog, type FaultyLog } from '@cairn/kernel/testkit';
import { datasetById, datasetsFor, itemById, versionByIdAlone } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

describe('a command over two streams', () => {
  const me = someone();
  const body: DatasetInput = { name: 'mails', default_splits: true };
  let running: RunningDatasets;
  let faulty: FaultyLog;
  let id: string;
  let path: { dataset_id: string; version_id: string };

  beforeEach(async () => {
    running = await RunningDatasets.start((real) => (faulty = faultyLog(real)).log);
    id = freshId();
    path = { dataset_id: derivedId(id, 'dataset', 0), version_id: derivedId(id, 'version', 0) };
  });
  afterEach(() => running.stop());

  const create = (input: DatasetInput = body) =>
    running.send(me, datasetCommands.createDataset, { body: input }, { id });
  const stored = async () => {
    const categories = ['dataset', 'datasetVersion'];
    const { events } = await running.engines.log.readAll({ after: '', categories, limit: 100 });
    return events.map(({ stream, type }) => [stream, type]);
  };
  const both = () => [
    [`datasetVersion-${path.version_id}`, 'datasets.version.created.v1'],
    [`dataset-${path.dataset_id}`, 'datasets.dataset.created.v1'],
  ];
  const crash = async (): Promise<void> => {
    faulty.next('go well');
    faulty.next('be unavailable');
    await expect(create()).rejects.toBeInstanceOf(LogUnavailable);
  };

  it('law 5: shows nothing when it ends between them, and all when it comes again', async () => {
    await crash();
    expect(await stored()).toEqual(both().slice(0, 1));
    const context = running.reading(me);
    const page = { limit: 9, sort: 'created_at' };
    expect(await datasetById(context, path.dataset_id)).toBeUndefined();
    expect(await versionByIdAlone(context, { id: path.version_id })).toBeUndefined();
    expect((await datasetsFor(context, page)).elements).toEqual([]);
    const item = { ...path, body: {} };
    expect(await running.send(me, datasetCommands.createDatasetItem, item)).toMatchObject({
      code: 'not_found',
    });
    expect(await create()).toMatchObject({
      status: 'done',
      stream: `dataset-${path.dataset_id}`,
      replayed: false,
    });
    expect(await stored()).toEqual(both());
    expect((await datasetById(context, path.dataset_id))?.resource).toMatchObject({
      active_version_id: path.version_id,
      versions: [{ id: path.version_id }],
    });
    const made = await running.make(me, datasetCommands.createDatasetItem, item, 'item');
    expect((await itemById(context, { ...path, id: made }))?.resource.id).toBe(made);
  });

  it.each([
    ['the answer of the first', ['lose the answer']],
    ['the first request', ['lose the request']],
    ['the answer of the second', ['go well', 'lose the answer']],
    ['the second request', ['go well', 'lose the request']],
    ['both answers', ['lose the answer', 'go well', 'lose the answer']],
  ] as const)('law 3: is in each exactly once when %s is lost', async (_, faults) => {
    for (const fault of faults) faulty.next(fault);
    const first = await create();
    expect(first).toMatchObject({ status: 'done', revision: '0', replayed: false });
    expect(await create()).toEqual({ ...first, replayed: true });
    expect(await stored()).toEqual(both());
  });

  it('law 3: refuses another body under its id, also after it ended between them', async () => {
    await crash();
    expect(await create({ ...body, name: 'other' })).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await create()).toMatchObject({ status: 'done' });
    expect(await create({ ...body, name: 'other' })).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await stored()).toEqual(both());
  });

  it('law 3: makes the same events with the same ids wherever it is done', async () => {
    const elsewhere = await RunningDatasets.start();
    const commands = Array.from({ length: 3 }, freshId);
    const annotations = [
      { type: 'classification' as const, value: {} },
      { type: 'classification' as const, value: {} },
    ];
    const both = await Promise.all(
      [running, elsewhere].map(async (here) => {
        await here.done(me, datasetCommands.createDataset, { body: { ...body, multi_label: true } }, id);
        const made = { labels: [{ name: 'a' }, { name: 'b' }], splits: [{ name: 's' }, { name: 't' }] };
        const inDataset = { dataset_id: path.dataset_id, body: made };
        await here.done(me, datasetCommands.createDatasetVersion, inDataset, commands[0]);
        await here.done(
          me,
          datasetCommands.createDatasetItem,
          { ...path, body: { annotations } },
          commands[1],
        );
        const create = [{ text: 'a', annotations }, { text: 'b' }];
        await here.done(me, datasetCommands.bulkDatasetItems, { ...path, body: { create } }, commands[2]);
        const categories = ['dataset', 'datasetVersion', 'datasetItem'];
        const { events } = await here.engines.log.readAll({ after: '', categories, limit: 100 });
        return events.map(({ id: event, stream, type, data }) => ({ event, stream, type, data }));
      }),
    );
    await elsewhere.stop();
    expect(both[0]).toHaveLength(6);
    expect(both[1]).toEqual(both[0]);
    expect(new Set(both[0]!.map(({ event }) => event)).size).toBe(6);
    expect(both[0]!.map(({ event }) => event[14])).toEqual(Array(6).fill('8'));
  });
});

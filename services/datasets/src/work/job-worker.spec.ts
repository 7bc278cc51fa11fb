import { datasetCommands, datasetJobOwnCommands, type ImportReport } from '@cairn/contracts';
import {
  BlobsUnavailable,
  derivedId,
  type EventLog,
  freshId,
  LogUnavailable,
  type Position,
  type ServiceTools,
} from '@cairn/kernel';
import { crashingLog } from '@cairn/kernel/testkit';
import { datasetJob } from '../domain/job/state.js';
import { jobWork } from './job-worker.js';
import { WorkingDatasets } from './testing/working-datasets.js';
import { versionAt } from '../testing/version-at.js';

const ITEMS = 630;
/** The others are equals of these. */
const DIFFERENT = 600;
const line = (index: number): string =>
  JSON.stringify({ text: `mail ${index % DIFFERENT}`, label: index % 2 === 0 ? 'even' : 'odd' });
const file = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => line(index)).join('\n'),
};
const ATTEMPTS = 'datasets.job.started.v1';

describe('work that is interrupted', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  const attemptsOf = async (job: string): Promise<number> =>
    (await datasets.eventsOf(`datasetJob-${job}`)).filter((type) => type === ATTEMPTS).length;

  const expectWhole = async (versionId: string): Promise<void> => {
    const items = await datasets.items(versionId);
    expect(items).toHaveLength(ITEMS);
    expect(new Set(items.map(({ text }) => text)).size).toBe(DIFFERENT);
    for (const { id } of items)
      expect(await datasets.eventsOf(`datasetItem-${id}`)).toEqual(['datasets.item.created.v1']);
  };

  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'after'],
    [3, 'before'],
    [4, 'after'],
  ] as const)('goes on after a crash at slice %i, %s it is appended', async (slice, when) => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    const crashed = new Promise<void>((resolve) => {
      const logger = { ...datasets.tools.logger, error: () => resolve() };
      datasets.startWorker({ log: crashingLog(datasets.tools.log, slice, when), logger });
    });
    await crashed;
    await datasets.stopWorkers();
    expect((await datasets.tools.documents.get('dataset_jobs', job))!['status']).toBe('running');
    datasets.passLeases();
    datasets.startWorker();
    const finished = await datasets.finished(job);
    expect(finished['result'] as ImportReport).toMatchObject({
      created: ITEMS,
      unchanged: 0,
      restored: 0,
      labels_created: 2,
      errors: [],
    });
    expect(await attemptsOf(job)).toBe(2);
    await expectWhole(version.version_id);
  });

  it('is let go when the process stops, and goes on at once in the next', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    const { tools } = datasets;
    const slow = new Promise<void>((resolve) => {
      const reached = async (position: string, timeoutMs: number) => {
        resolve();
        return (await datasets.documents('dataset_items', { version_id: version.version_id })).length < 200
          ? tools.reached(position, timeoutMs)
          : false;
      };
      datasets.startWorker({ reached });
    });
    await slow;
    await datasets.stopWorkers();
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    await expectWhole(version.version_id);
  });

  it('waits for an engine that is away, however often, and counts no attempt', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    const { blobs } = datasets.tools;
    let away = 7;
    const open: typeof blobs.open = async (...asked) => {
      if ((away -= 1) >= 0) throw new BlobsUnavailable('away');
      return blobs.open(...asked);
    };
    const awayBlobs = new Proxy(blobs, {
      get: (target, key: keyof typeof blobs) => (key === 'open' ? open : target[key].bind(target)),
    });
    datasets.startWorker({ blobs: awayBlobs });
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    const { state } = await datasets.tools.streams.current(datasetJob, job);
    expect(state).toMatchObject({ unended: 0 });
    await expectWhole(version.version_id);
  });

  it('is not another user’s to end', async () => {
    const version = await datasets.makeDataset();
    const job = await datasets.request(version, file);
    const reply = await datasets.send(datasetJobOwnCommands.start, { job_id: job, worker: 'w' });
    expect(reply).toMatchObject({ status: 'refused', code: 'forbidden' });
  });
});

describe('a worker that cannot go on', () => {
  let datasets: WorkingDatasets;
  const listeners: AbortSignal[] = [];
  /** The log of the service, whose next `head` may fail and whose subscriptions are remembered. */
  const logWith = ({ log }: ServiceTools, head = (): Promise<Position> => log.head()): EventLog => ({
    append: (append) => log.append(append),
    appendMany: (appends) => log.appendMany(appends),
    read: (stream, options) => log.read(stream, options),
    readAll: (options) => log.readAll(options),
    isPosition: (text) => log.isPosition(text),
    subscribe: (options) => {
      listeners.push(options.signal);
      return log.subscribe(options);
    },
    head,
    close: () => log.close(),
  });

  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    listeners.length = 0;
  });
  afterEach(() => datasets.stop());

  it('because the log is away: says so to who runs it', async () => {
    const log = logWith(datasets.tools, () => Promise.reject(new LogUnavailable('away')));
    const stop = new AbortController();
    await expect(jobWork({ ...datasets.tools, log }).run(stop.signal)).rejects.toThrow(LogUnavailable);
  });

  it('because the documents are away: leaves no listener behind, and does its work when it is run again', async () => {
    const { documents } = datasets.tools;
    const find = jest.spyOn(documents, 'find').mockRejectedValueOnce(new Error('away'));
    const work = jobWork({ ...datasets.tools, log: logWith(datasets.tools) }, { lookEveryMs: 20 });
    const stop = new AbortController();
    await expect(work.run(stop.signal)).rejects.toThrow('away');
    find.mockRestore();
    const version = await datasets.makeDataset();
    const running = work.run(stop.signal);
    expect(await datasets.import(version, file)).toMatchObject({ status: 'completed' });
    expect(listeners.filter(({ aborted }) => !aborted)).toHaveLength(1);
    stop.abort();
    await running;
  });
});

describe('duplicates', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
    datasets.startWorker();
  });
  afterEach(() => datasets.stop());

  const duplicate = async (
    version: { readonly dataset_id: string; readonly version_id: string },
    body: { readonly name?: string } = {},
  ) => {
    const id = freshId();
    const reply = await datasets.send(
      datasetCommands.duplicateDatasetVersion,
      { ...versionAt(version), body },
      id,
    );
    expect(reply.status).toBe('done');
    return { job: derivedId(id, 'job', 0), copy: derivedId(id, 'version', 0) };
  };

  it('are seen when they are complete, with ids of their own that know their origin', async () => {
    const version = await datasets.makeDataset({ name: 'mails', default_splits: true });
    const content = '{"text":"a","label":"x","split":"train"}\n{"text":"b","label":"y","split":"test"}';
    await datasets.import(version, { name: 'a.jsonl', content });
    await datasets.stopWorkers();
    const { job, copy } = await duplicate(version, { name: 'copy' });
    expect((await datasets.tools.documents.get('dataset_versions', copy))!['complete']).toBe(false);
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: 2 } });
    const [original, copied] = [
      (await datasets.tools.documents.get('dataset_versions', version.version_id))!,
      (await datasets.tools.documents.get('dataset_versions', copy))!,
    ];
    expect(copied).toMatchObject({ name: 'copy', complete: true });
    const names = (parts: unknown) => Object.values(parts as Record<string, { id: string; name: string }>);
    expect(names(copied['labels']).map(({ name }) => name)).toEqual(
      names(original['labels']).map(({ name }) => name),
    );
    const ids = new Set([...names(original['labels']), ...names(original['splits'])].map(({ id }) => id));
    for (const { id } of [...names(copied['labels']), ...names(copied['splits'])])
      expect(ids.has(id)).toBe(false);
    const [sources, copies] = [await datasets.items(version.version_id), await datasets.items(copy)];
    expect(copies.map(({ text, origin_id }) => [text, origin_id])).toEqual(
      sources.map(({ text, id }) => [text, id]),
    );
    for (const item of copies) {
      expect(names(copied['splits']).map(({ id }) => id)).toEqual(
        expect.arrayContaining(item['splits'] as string[]),
      );
      expect(names(copied['labels']).map(({ id }) => id)).toEqual(
        expect.arrayContaining(item['label_ids'] as string[]),
      );
    }
  });

  it('are of the version as it was at the request', async () => {
    const version = await datasets.makeDataset();
    await datasets.import(version, { name: 'a.jsonl', content: '{"text":"a"}\n{"text":"b"}\n{"text":"c"}' });
    const [a, b] = await datasets.items(version.version_id);
    await datasets.stopWorkers();
    const { job, copy } = await duplicate(version);
    await datasets.send(datasetCommands.deleteDatasetItem, { ...version, id: a!.id });
    await datasets.send(datasetCommands.updateDatasetItem, {
      ...version,
      id: b!.id,
      body: { text: 'changed' },
    });
    await datasets.send(datasetCommands.createDatasetItem, { ...version, body: { text: 'late' } });
    datasets.startWorker();
    await datasets.finished(job);
    expect((await datasets.items(copy)).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  it('go on after a crash', async () => {
    const version = await datasets.makeDataset();
    await datasets.import(version, file);
    await datasets.stopWorkers();
    const { job, copy } = await duplicate(version);
    const crashed = new Promise<void>((resolve) => {
      const logger = { ...datasets.tools.logger, error: () => resolve() };
      datasets.startWorker({ log: crashingLog(datasets.tools.log, 2, 'after'), logger });
    });
    await crashed;
    await datasets.stopWorkers();
    datasets.passLeases();
    datasets.startWorker();
    expect(await datasets.finished(job)).toMatchObject({ status: 'completed', result: { created: ITEMS } });
    expect(await datasets.items(copy)).toHaveLength(ITEMS);
  });
});

import { datasetCommands } from '@cairn/contracts';
import { derivedId, type EventLog, freshId, LogUnavailable } from '@cairn/kernel';
import { someone } from '../testing/running-datasets.js';
import { WorkingDatasets } from './testing/working-datasets.js';

const MANY = 7;
const PLACES = 4;
const ITEMS = 630;
const large = {
  name: 'mails.jsonl',
  content: Array.from({ length: ITEMS }, (_, index) => JSON.stringify({ text: `mail ${index}` })).join('\n'),
};
const STARTED = 'datasets.job.started.v1';

describe('the places of a worker', () => {
  let datasets: WorkingDatasets;
  beforeEach(async () => {
    datasets = await WorkingDatasets.start();
  });
  afterEach(() => datasets.stop());

  /** A copy of an empty version of somebody. */
  const copyBy = async (principal = someone()): Promise<string> => {
    const [made, asked] = [freshId(), freshId()];
    await datasets.send(datasetCommands.createDataset, { body: { name: 'mails' } }, made, principal);
    const dataset_id = derivedId(made, 'dataset', 0);
    const [version] = await datasets.documents('dataset_versions', { dataset_id });
    const input = { dataset_id, id: version!.id, body: {} };
    await datasets.send(datasetCommands.duplicateDatasetVersion, input, asked, principal);
    return derivedId(asked, 'job', 0);
  };

  it('are one tenant’s to a half while others wait, however many jobs it asked for first', async () => {
    const greedy = someone();
    const many: string[] = [];
    for (let asked = 0; asked < MANY; asked += 1) many.push(await copyBy(greedy));
    const other = await copyBy();
    datasets.startWorker({}, { atOnce: 2 });
    for (const job of [...many, other])
      expect(await datasets.finished(job)).toMatchObject({ status: 'completed' });
    const { events } = await datasets.tools.log.readAll({
      after: '',
      categories: ['datasetJob'],
      limit: 1000,
    });
    const started = events.filter(({ type }) => type === STARTED);
    expect(started.slice(0, 2).map(({ stream }) => stream)).toContain(`datasetJob-${other}`);
  });

  /** The log, which takes no items until the gate is open: large imports go on for as long as a spec wants. */
  const behind = (gate: { open: boolean }): EventLog => {
    const { log } = datasets.tools;
    return {
      append: (append) => log.append(append),
      appendMany: async (appends) =>
        gate.open ? log.appendMany(appends) : appends.map(() => new LogUnavailable('away')),
      read: (stream, options) => log.read(stream, options),
      readAll: (options) => log.readAll(options),
      subscribe: (options) => log.subscribe(options),
      head: () => log.head(),
      isPosition: (text) => log.isPosition(text),
      close: () => log.close(),
    };
  };

  it('are never all held by large jobs: a small one of somebody else has one after a turn', async () => {
    const gate = { open: false };
    const turnMs = 100;
    datasets.startWorker({ log: behind(gate) }, { atOnce: PLACES, turnMs });
    const held: string[] = [];
    for (let tenant = 0; tenant < PLACES; tenant += 1) {
      const principal = someone();
      const version = await datasets.makeDataset({ name: 'mails' }, principal);
      held.push(await datasets.request(version, large, {}, principal));
    }
    for (const job of held) await datasets.untilEvent(`datasetJob-${job}`, STARTED);
    expect(await datasets.finished(await copyBy())).toMatchObject({ status: 'completed' });
    gate.open = true;
    for (const job of held)
      expect(await datasets.finished(job)).toMatchObject({
        status: 'completed',
        result: { created: ITEMS },
      });
    const attempts = await Promise.all(held.map((job) => datasets.eventsOf(`datasetJob-${job}`)));
    expect(attempts.flat().filter((type) => type === STARTED)).toHaveLength(PLACES + 1);
  });
});

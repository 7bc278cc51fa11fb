import { LabellingDataset } from '../../support/labelling.js';
import { somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { someMoment } from '../kills/dealing.js';

/** `npm run test:deep cluster long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 20);
/** Killed in turn, while the other one goes on. */
const PROCESSES = ['datasets-1', 'gateway-1', 'models-1', 'datasets-2', 'gateway-2', 'models-2'];
const ITEMS = 40;
const LONGEST_KILL_MS = 120_000;

describe('R6: kill -9 of services and gateways while items are labelled (cluster)', () => {
  let cairn: RunningCluster;
  beforeAll(async () => {
    cairn = await cluster.start();
  });
  afterAll(() => cairn.remove());

  it(
    `each item has each annotation once (${KILLS} kills)`,
    async () => {
      const dataset = await LabellingDataset.make(await somebody(cairn));
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await dataset.makeItems(ITEMS);
        await someMoment();
        await cairn.kill(PROCESSES[kill % PROCESSES.length]!);
        await dataset.labelled(kill * ITEMS);
      }
      expect(await dataset.differences(KILLS * ITEMS)).toEqual([]);
    },
    KILLS * LONGEST_KILL_MS,
  );
});

import { LabellingDataset } from '../support/labelling.js';
import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { scenesOf, someMoment } from './kills/dealing.js';

/** `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 60);
/** After so many it is another dataset, so that lists stay short. */
const KILLS_IN_A_SCENE = 10;
const ITEMS = 40;
/** Jobs of a worker that was killed go on half a minute later; a cluster is a dozen processes that start again. */
const LONGEST_KILL_MS = 120_000;

describe.each(topologies)('R6: kill -9 while items are labelled ($name)', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start();
  });
  afterAll(() => cairn.remove());

  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'each item has each annotation once (scene $scene, $kills kills)',
    async ({ kills }) => {
      const dataset = await LabellingDataset.make(await somebody(cairn));
      for (let kill = 1; kill <= kills; kill += 1) {
        await dataset.makeItems(ITEMS);
        await someMoment();
        await cairn.end('SIGKILL');
        await cairn.again();
      }
      expect(await dataset.differences(kills * ITEMS)).toEqual([]);
    },
    KILLS_IN_A_SCENE * LONGEST_KILL_MS,
  );
});

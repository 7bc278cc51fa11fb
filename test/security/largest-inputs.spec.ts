import { operations } from '@cairn/contracts';
import { LargestInputs } from '../support/largest-inputs.js';
import { somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { makeWorld, type World } from '../support/world.js';

/** The rest of the operations, and what others wait meanwhile: `largest-inputs.timing.spec.ts`. */
const BODIES = [
  operations.createModel,
  operations.createDatasetItem,
  operations.bulkDatasetItems,
  operations.addInference,
  operations.setWorkflowGraph,
];
const PAGES = [operations.listInferences, operations.listDatasets];

describe.each(topologies)('S11 the largest inputs on $name', (topology) => {
  let cairn: SharedCairn;
  let world: World;

  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_JSON_BYTES: '10000000' });
    world = await makeWorld(await somebody(cairn));
  });
  afterAll(() => cairn.leave());

  it('are taken or refused in words, and pages end before they are too large', async () => {
    const inputs = new LargestInputs(cairn, world);
    for (const operation of BODIES) await inputs.bodiesOf(operation);
    for (const operation of PAGES) await inputs.pagesOf(operation);
    expect(inputs.wrong).toEqual([]);
  }, 300_000);

  it('of which a page cannot hold all are told by several, which lead on', async () => {
    const { client } = world.person;
    const told: string[] = [];
    const pages: number[] = [];
    const query = { limit: 1_000 };
    const { headers } = await client.call('listInferences', { query });
    for await (const { body } of client.pages('listInferences', { query })) {
      told.push(...body.map(({ id }) => id));
      pages.push(body.length);
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(String(new Set(told).size)).toBe(headers.get('x-total-count'));
  }, 60_000);
});

/** SPEC-24: work goes on under what its requester may at each step. Every way is in `work-under-way.timing.spec.ts`. */
import { openStage, type Stage } from '../support/stage.js';
import { waysToTakeGrants } from '../support/taking-grants.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { importWhile, SLICE } from '../support/work-under-way.js';

const ROWS = 20_000;

describe.each(topologies)('work for somebody whose right goes, on $name', (topology) => {
  let cairn: SharedCairn;
  let stage: Stage;
  beforeAll(async () => {
    cairn = await topology.shared();
    stage = await openStage(cairn);
  });
  afterAll(() => cairn.leave());

  it.each([
    ['a member is removed from the project', 'not_found'],
    ['an editor of the project becomes a viewer', 'forbidden'],
    ['a share is taken back', 'not_found'],
  ])(
    '%s: an import ends at its next step, and who asked is told no more than they may know',
    async (way, code) => {
      const { taker } = stage;
      const { given, left, take } = await waysToTakeGrants[way]!(await stage.scene());
      const dataset = given.find(({ asset }) => asset.called === 'dataset')?.id ?? '';
      const told = await importWhile(cairn, { client: taker.client, dataset, rows: ROWS }, take);
      expect(told).toMatchObject({ code, afterEnd: 0 });
      expect([told.late <= SLICE, told.items < ROWS]).toEqual([true, true]);
      const { status } = await taker.client.try('getJob', { params: { id: told.job } });
      expect(status).toBe(left === 'read' ? 200 : 404);
    },
    60_000,
  );
});

/** S18, SPEC-24: an import that is under way while a right is taken away, in every way that there is. */
import { somebody } from '../support/people.js';
import { openStage, type Stage } from '../support/stage.js';
import { waysToTakeGrants } from '../support/taking-grants.js';
import { waysToTake } from '../support/taking-rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { importWhile, SLICE } from '../support/work-under-way.js';

/** So many that they do not all come before somebody's membership is over. */
const ROWS = 60_000;
/** Of an import that goes on to its end. */
const FEW_ROWS = 5_000;

describe.each(topologies)('work for somebody whose right goes, on $name', (topology) => {
  let cairn: SharedCairn;
  let stage: Stage;
  beforeAll(async () => {
    cairn = await topology.shared();
    stage = await openStage(cairn);
  });
  afterAll(() => cairn.leave());

  it.each(Object.keys(waysToTakeGrants))(
    '%s: an import ends at its next step',
    async (way) => {
      const { client } = stage.taker;
      const { given, could, left, take } = await waysToTakeGrants[way]!(await stage.scene());
      const dataset = given.find(({ asset }) => asset.called === 'dataset')?.id ?? '';
      if (could === 'read') {
        await expect(importWhile(cairn, { client, dataset, rows: 1 }, take)).rejects.toMatchObject({
          status: 403,
        });
        return;
      }
      const told = await importWhile(cairn, { client, dataset, rows: ROWS }, take);
      expect(told).toMatchObject({ code: left === 'read' ? 'forbidden' : 'not_found', afterEnd: 0 });
      expect([told.late <= SLICE, told.items < ROWS]).toEqual([true, true]);
    },
    120_000,
  );

  /** Who only signed out goes on having asked for it. */
  const endsWork = (way: string): boolean => /\b(key|keys|account)\b/.test(way);

  it.each(Object.keys(waysToTake))(
    '%s: an import ends if who asked is in force no more, and only then',
    async (way) => {
      const person = await somebody(cairn);
      const { body } = await person.client.call('createDataset', { body: { name: 'worked on' } });
      const { token, take } = await waysToTake[way]!(cairn, person);
      const rows = endsWork(way) ? ROWS : FEW_ROWS;
      const told = await importWhile(cairn, { client: cairn.client(token), dataset: body.id, rows }, take);
      expect(told).toMatchObject({
        code: endsWork(way) ? 'requester_unavailable' : 'completed',
        afterEnd: 0,
      });
      if (endsWork(way)) expect([told.late <= SLICE, told.items < rows]).toEqual([true, true]);
      else expect(told.items).toBe(rows);
    },
    120_000,
  );
});

import { sweepAll } from '../sweeping/index.js';
import { outcome, type ParentWorld, type RecordsUnderTest } from './conformance-world.js';
import { recordsUnderPurged } from './sweep.js';

type Under = () => RecordsUnderTest;

const worldOf = ({ world }: RecordsUnderTest): ParentWorld => {
  if (world.parent === undefined) throw new Error('say in `parent` what it is in');
  return world.parent;
};

/** Everything that can be asked of one under a parent, and what is answered. */
const askedUnder = async (
  under: RecordsUnderTest,
  id: string,
  parent: string,
): Promise<readonly unknown[]> => [
  await under.read(id, { parent, deletedToo: true }),
  await under.history(id, { parent }),
  ...[
    await under.update(id, under.samples.whole(), { parent }),
    await under.remove(id, { parent }),
    await under.restore(id, { parent }),
    await under.revert(id, 1, { parent }),
  ].map(outcome),
];
const NOTHING = [undefined, undefined, 'not_found', 'not_found', 'not_found', 'not_found'];

const newParent = (under: RecordsUnderTest): Promise<string> => worldOf(under).make(under.running);

/** Records that are in something. */
export const nestedCases = (under: Under): void => {
  it('is found under what it is in alone', async () => {
    const id = await under().made();
    await under().update(id, under().samples.whole());
    const before = await under().read(id);
    const other = await newParent(under());
    expect(await askedUnder(under(), id, other)).toEqual(NOTHING);
    await under().remove(id);
    expect(await askedUnder(under(), id, other)).toEqual(NOTHING);
    expect(await under().listed({}, { parent: other })).toEqual([]);
    await under().restore(id);
    const { updated_at } = (await under().read(id))!;
    expect(await under().read(id)).toEqual({ ...before, updated_at });
  });

  it('is gone with what it is in, and back with it; before that it is read as it was', async () => {
    const { running } = under();
    const parent = await newParent(under());
    const body = under().samples.whole();
    const id = await under().made(body, { parent });
    await under().update(id, under().samples.unlike(body), { parent });
    const before = (await under().read(id, { parent }))!;
    await running.later(before.updated_at);
    await worldOf(under()).remove(running, parent);
    expect(await askedUnder(under(), id, parent)).toEqual(NOTHING);
    expect(outcome(await under().create(under().samples.whole(), { parent }))).toBe('not_found');
    expect([
      await under().page({}, {}, { parent }),
      await under().page({ deleted: true }, {}, { parent }),
    ]).toEqual(['not_found', 'not_found']);
    const at = before.updated_at;
    expect(await under().read(id, { parent, at })).toEqual(before);
    expect(await under().listed({}, { parent, at })).toEqual([id]);
    expect(await under().history(id, { parent, at })).toHaveLength(2);
    await worldOf(under()).restore(running, parent);
    expect([await under().read(id, { parent }), await under().listed({}, { parent })]).toEqual([
      before,
      [id],
    ]);
    expect(await under().revision(id)).toBe(1);
  });
};

/** Records in what can no longer be brought back. */
export const sweptCases = (under: Under): void => {
  it('is swept when what it is in was purged, and nothing else is; it is read as it was', async () => {
    const { running, record, model } = under();
    const [parent, deleted] = [await newParent(under()), await newParent(under())];
    const made = (place: string) => under().made(under().samples.whole(), { parent: place });
    const [live, gone, hidden, stays] = [
      await made(parent),
      await made(parent),
      await made(deleted),
      await under().made(),
    ];
    await under().remove(gone, { parent });
    const before = (await under().read(live, { parent }))!;
    await running.later((await under().read(gone, { parent, deletedToo: true }))!.updated_at);
    for (const one of [parent, deleted]) await worldOf(under()).remove(running, one);
    await worldOf(under()).purge(running, parent);
    const { inside = '' } = record.description;
    const toSweep = recordsUnderPurged(record, model.projection, inside, worldOf(under()).parent);
    const sweeping = () => sweepAll(toSweep, running.tools, new AbortController().signal);
    expect(await sweeping()).toBe(2);
    const documents = await Promise.all([live, gone, hidden, stays].map((id) => under().document(id)));
    expect(documents.map((document) => document?.id)).toEqual([undefined, undefined, hidden, stays]);
    expect(await under().read(live, { parent, at: before.updated_at })).toEqual(before);
    expect(await askedUnder(under(), live, parent)).toEqual(NOTHING);
    // What a rebuild makes again goes again.
    await running.rebuild(model.projection.name);
    expect([await sweeping(), await sweeping()]).toEqual([2, 0]);
  });

  it('has work that sweeps it', () => {
    const works = under().model.work(under().running.tools);
    expect(works).toMatchObject([
      { name: `${under().model.projection.name}.purged`, alone: 'beside projections' },
    ]);
  });
};

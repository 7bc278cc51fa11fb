import { freshId, type QueryContext } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import {
  type Counted,
  looked,
  mark,
  markedAtlas,
  markedMaps,
  markedVersions,
} from '../testing/marked-maps.js';
import type { VersionDocument, VersionShowing } from './showing.js';

const { contract, reads } = markedVersions;

/** What another stream tells of versions: shown with them, and heard before one is copied. */
describe('versions with counts of another stream', () => {
  const [ada, eve] = [someone(), someone()];
  let running: ServiceUnderTest;
  let map: string;
  let ids: readonly string[];
  beforeAll(async () => {
    running = await ServiceUnderTest.of(markedAtlas);
  });
  afterAll(() => running.stop());

  const version = () => running.make(ada, contract.commands.create, { id: map, body: {} }, 'version');
  const setMarks = (version_id: string, marks: number) =>
    running.done(ada, mark, { map_id: map, version_id, marks }, freshId());
  beforeEach(async () => {
    map = await running.make(ada, markedMaps.kind.contract.commands.create, { body: { name: 'm' } }, 'map');
    ids = [await version(), await version(), await version()];
    await setMarks(ids[0]!, 5);
    await setMarks(ids[2]!, 7);
    looked.length = 0;
  });

  type Shown = readonly (Counted | undefined)[];
  /** As each of the four ways of reading shows them. */
  const shownBy = async (context: QueryContext): Promise<readonly Shown[]> => {
    const one = await Promise.all(
      ids.map(async (id) => (await reads.byId(context, { id: map, version_id: id }))?.resource.beside),
    );
    const page = { limit: 10, sort: 'created_at' };
    const list = await reads.list(context, { id: map }, page);
    if (list === undefined || 'refused' in list) throw new Error('the list is not there');
    const whole = await markedMaps.queries.byId(context, map);
    const maps = await markedMaps.queries.list(context, page);
    const listed = maps.elements.find(({ id }) => id === map);
    return [one, ...[list.elements, whole!.resource.versions, listed!.versions].map(besides)];
  };
  const besides = (
    versions: readonly { readonly id: string; readonly beside: Counted | undefined }[],
  ): Shown => ids.map((id) => versions.find((each) => each.id === id)?.beside);

  it('are shown with them wherever they are read, and asked for once for each page', async () => {
    const all = [{ marks: 5 }, undefined, { marks: 7 }];
    expect(await shownBy(running.reading(ada))).toEqual([all, all, all, all]);
    expect(looked.filter((each) => each.length > 1)).toEqual([ids, ids, ids]);
  });

  it('are shown as they were at the moment that is read', async () => {
    const at = new Date().toISOString();
    await running.later(at);
    await setMarks(ids[0]!, 6);
    await setMarks(ids[1]!, 1);
    const then = [{ marks: 5, of: at }, undefined, { marks: 7, of: at }];
    expect(await shownBy(running.readingAt(ada, at))).toEqual([then, then, then, then]);
    const now = [{ marks: 6 }, { marks: 1 }, { marks: 7 }];
    expect(await shownBy(running.reading(ada))).toEqual([now, now, now, now]);
  });

  it('are not copied when that stream says so, and nothing is made', async () => {
    const copy = (version_id: string, who = ada) =>
      running.send(who, contract.commands.duplicate, { id: map, version_id });
    expect(await copy(ids[0]!)).toMatchObject({ status: 'refused', code: 'conflict' });
    expect(await copy(ids[0]!, eve)).toMatchObject({ status: 'refused', code: 'not_found' });
    const list = async () => reads.list(running.reading(ada), { id: map }, { limit: 10, sort: 'created_at' });
    expect(await list()).toMatchObject({ total: 3 });
    expect(await copy(ids[1]!)).toMatchObject({ status: 'done' });
    expect(await list()).toMatchObject({ total: 4 });
    await setMarks(ids[0]!, 0);
    expect(await copy(ids[0]!)).toMatchObject({ status: 'done' });
  });

  it('are said for each or for one by itself, never both', () => {
    const resource = () => 'a version';
    const one = async () => 1;
    const each = async () => new Map<string, number>();
    type Showing = VersionShowing<VersionDocument, number, string>;
    const showings: readonly Showing[] = [
      { resource },
      { resource, beside: one },
      { resource, besideEach: each },
      // @ts-expect-error what is shown beside them is said once
      { resource, beside: one, besideEach: each },
    ];
    expect(showings).toHaveLength(4);
  });
});

import { modelCommands } from '@cairn/contracts';
import { freshId, type PageRequest } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelById } from './models.js';
import { metricRankId } from './read-models/metrics/project.js';
import { modelVersionById, type VersionFilters, versionsOfModel } from './read-models/versions/queries.js';
import { modelsService } from './service.js';
import { versionsListed } from './testing/listed.js';

const ada = someone();
let running: ServiceUnderTest;
let id: string;
beforeAll(async () => {
  running = await ServiceUnderTest.of(modelsService);
});
afterAll(() => running.stop());
beforeEach(async () => {
  id = await running.make(ada, modelCommands.createModel, { body: { name: 'birds' } }, 'model');
});

const version = (body = {}): Promise<string> =>
  running.make(ada, modelCommands.createModelVersion, { model_id: id, body }, 'version');
const versions = async (count: number): Promise<readonly string[]> => {
  const made: string[] = [];
  for (let at = 0; at < count; at += 1) made.push(await version({ name: `version ${at}` }));
  return made;
};
const give = (version_id: string, alias = 'champion') =>
  running.send(ada, modelCommands.setModelAlias, { id, alias, body: { version_id } });
const given = (version_id: string, alias = 'champion') =>
  running.done(ada, modelCommands.setModelAlias, { id, alias, body: { version_id } });
const remove = (version_id: string) =>
  running.done(ada, modelCommands.deleteModelVersion, { model_id: id, id: version_id });
const shown = async (context = running.reading(ada)) => (await modelById(context, id))!;
const listed = async (filters: VersionFilters = {}, page: Partial<PageRequest> = {}) => {
  const found = await versionsListed(
    running.reading(ada),
    id,
    { limit: 100, sort: 'created_at', ...page },
    filters,
  );
  expect(found.total).toBeGreaterThanOrEqual(found.elements.length);
  return found.elements.map((each) => each.id);
};

describe('aliases of versions', () => {
  it('name one version at a time, and tell which it was', async () => {
    const [one = '', two = ''] = await versions(2);
    await given(one);
    await given(one, 'v1-0');
    const then = (await shown()).resource.updated_at;
    await running.later(then);
    const [before] = [await given(two), await given(two)].map(({ revision }) => revision);
    expect(BigInt((await shown()).revision)).toBe(BigInt(String(before)));
    expect((await shown()).resource.aliases).toEqual({ champion: two, 'v1-0': one });
    expect((await shown(running.readingAt(ada, then))).resource.aliases).toEqual({
      champion: one,
      'v1-0': one,
    });
    const read = { model_id: id, id: one };
    expect((await modelVersionById(running.reading(ada), read))?.resource.aliases).toEqual(['v1-0']);
    expect((await modelVersionById(running.readingAt(ada, then), read))?.resource.aliases).toEqual([
      'champion',
      'v1-0',
    ]);
    const page = { limit: 10, sort: 'created_at' };
    const past = await versionsListed(running.readingAt(ada, then), id, page);
    expect(past.elements.map(({ aliases }) => aliases)).toEqual([['champion', 'v1-0'], []]);
  });

  it('find their version in the list', async () => {
    const [one = '', two = ''] = await versions(2);
    await given(one);
    expect(await listed({ alias: 'champion' })).toEqual([one]);
    expect(await listed({ alias: 'champion', name: 'version 0' })).toEqual([one]);
    expect(await listed({ alias: 'champion', name: 'version 1' })).toEqual([]);
    await given(two);
    expect(await listed({ alias: 'champion' }, { sort: '-metric:loss' })).toEqual([two]);
    for (const alias of ['nobody', 'constructor']) expect(await listed({ alias })).toEqual([]);
    await running.done(ada, modelCommands.deleteModelAlias, { id, alias: 'champion' });
    expect(await listed({ alias: 'champion' })).toEqual([]);
    expect((await shown()).resource.aliases).toEqual({});
  });

  it('are never had by two, however many move one at once', async () => {
    const all = await versions(6);
    await Promise.all(all.map((each) => given(each)));
    const { aliases } = (await shown()).resource;
    const page = { limit: 10, sort: 'created_at' };
    const { elements } = await versionsListed(running.reading(ada), id, page);
    const holders = elements.filter((each) => each.aliases.includes('champion'));
    expect(holders.map((each) => each.id)).toEqual([aliases['champion']]);
    const moves = (await running.engines.log.read(`model-${id}`)).filter(({ type }) =>
      type.endsWith('alias_moved.v1'),
    );
    const told = moves.map(({ data }) => data as { readonly version_id: string; readonly previous: string });
    expect(told.map(({ previous }) => previous)).toEqual([
      '',
      ...told.slice(0, -1).map(({ version_id }) => version_id),
    ]);
  });

  it('are taken back by undoing, unless the version is no more', async () => {
    const [, one = '', two = ''] = await versions(3);
    await given(one);
    const { revision } = await given(two);
    const undo = { id, body: { revision: Number(revision) } };
    await remove(one);
    expect(await running.send(ada, modelCommands.revertModel, undo)).toMatchObject({
      code: 'not_revertible',
    });
    await running.done(ada, modelCommands.restoreModelVersion, { model_id: id, id: one });
    await running.done(ada, modelCommands.revertModel, undo);
    expect((await shown()).resource.aliases).toEqual({ champion: one });
  });

  it('keep their version, and name none that is not there', async () => {
    const [, one = '', two = ''] = await versions(3);
    await given(one);
    const input = { model_id: id, id: one };
    const refused = { status: 'refused', code: 'version_aliased' };
    expect(await running.send(ada, modelCommands.deleteModelVersion, input)).toMatchObject(refused);
    await given(two);
    await remove(one);
    for (const unknown of [one, freshId()])
      expect(await give(unknown)).toMatchObject({
        code: 'foreign_version',
        errors: [{ pointer: '/version_id' }],
      });
    await running.done(ada, modelCommands.restoreModelVersion, input);
    const restored = await running.engines.log.read(`modelVersion-${one}`);
    await given(one);
    const body = { revision: restored.length - 1 };
    expect(await running.send(ada, modelCommands.revertModelVersion, { ...input, body })).toMatchObject(
      refused,
    );
  });
});

describe('tags of versions', () => {
  const tagsOf = async (version_id: string) =>
    (await modelVersionById(running.reading(ada), { model_id: id, id: version_id }))!.resource.tags;
  const update = (version_id: string, body: object) =>
    running.done(ada, modelCommands.updateModelVersion, { model_id: id, id: version_id, body });

  it('are set, stay, are cleared and undone', async () => {
    const one = await version({ tags: { optimizer: 'adam', 'learning.rate': 0.1, frozen: true } });
    expect(await tagsOf(one)).toEqual({ optimizer: 'adam', 'learning.rate': 0.1, frozen: true });
    expect(await tagsOf(await version())).toEqual({});
    await update(one, { name: 'other' });
    const { revision } = await update(one, { tags: null });
    expect(await tagsOf(one)).toEqual({});
    const input = { model_id: id, id: one, body: { revision: Number(revision) } };
    await running.done(ada, modelCommands.revertModelVersion, input);
    expect(await tagsOf(one)).toMatchObject({ optimizer: 'adam' });
  });

  it('narrow the list by key and value', async () => {
    const one = await version({ name: 'a', tags: { optimizer: 'adam', rate: 0.1 } });
    const two = await version({ name: 'b', tags: { optimizer: 'adam', final: true } });
    const other = await running.make(ada, modelCommands.createModel, { body: { name: 'auks' } }, 'model');
    const elsewhere = { model_id: other, body: { tags: { optimizer: 'adam' } } };
    await running.make(ada, modelCommands.createModelVersion, elsewhere, 'version');
    expect(await listed({ tag: 'optimizer:adam' })).toEqual([one, two]);
    expect(await listed({ tag: 'optimizer:adam' }, { sort: '-name' })).toEqual([two, one]);
    expect(await listed({ tag: 'optimizer:adam' }, { sort: 'metric:loss' })).toEqual([two, one]);
    expect(await listed({ tag: 'rate:0.1' })).toEqual([one]);
    expect(await listed({ tag: 'final:true', name: 'b' })).toEqual([two]);
    for (const tag of ['optimizer', 'optimizer:', 'adam', 'Optimizer:adam'])
      expect(await listed({ tag })).toEqual([]);
    await update(one, { tags: { optimizer: 'sgd' } });
    expect(await listed({ tag: 'optimizer:adam' })).toEqual([two]);
  });
});

describe('versions that were deleted', () => {
  it('are listed for who may restore them, until they are purged', async () => {
    const [one = '', two = ''] = await versions(2);
    await remove(two);
    expect(await listed()).toEqual([one]);
    expect(await listed({ deleted: false })).toEqual([one]);
    expect(await listed({ deleted: true })).toEqual([two]);
    expect(await listed({ deleted: true }, { sort: 'metric:loss' })).toEqual([two]);
    const page = { limit: 10, sort: 'created_at' };
    const asks = (who: ReturnType<typeof someone>) =>
      versionsOfModel(running.reading(who), { model_id: id }, page, { deleted: true });
    const bob = someone();
    expect(await asks(bob)).toBeUndefined();
    await running.done(ada, modelCommands.updateModel, { id, body: { public: true } });
    expect(await asks(bob)).toMatchObject({ refused: 'forbidden' });
  });
});

describe('versions by a metric', () => {
  const record = (version_id: string, value: number, name = 'val.loss') =>
    running.done(ada, modelCommands.recordModelMetrics, {
      id,
      version_id,
      body: { metrics: [{ name, value }] },
    });
  /** All, a page of `limit` at a time; each page says how many there are. */
  const walked = async (sort: string, limit: number, total: number, filters: VersionFilters = {}) => {
    const ids: string[] = [];
    let after: PageRequest['after'];
    do {
      const page = { limit, sort, ...(after && { after }) };
      const found = await versionsListed(running.reading(ada), id, page, filters);
      expect([found.total, found.totalExact]).toEqual([total, true]);
      expect(found.elements.length).toBeLessThanOrEqual(limit);
      ids.push(...found.elements.map((each) => each.id));
      after = found.next;
    } while (after !== undefined);
    return ids;
  };

  it('are in the order of its latest value, and those without it come last, newest first', async () => {
    const [a, b, c, d, e, gone] = (await versions(6)) as [string, string, string, string, string, string];
    await record(a, 0.5);
    await record(b, 0.25);
    await record(c, 0.5);
    await record(gone, 0.1);
    await record(b, -2);
    await record(a, 3, 'other');
    await remove(gone);
    const [first, second] = metricRankId(a, 'val.loss') < metricRankId(c, 'val.loss') ? [a, c] : [c, a];
    for (const limit of [1, 2, 3, 4, 5, 100]) {
      expect([limit, await walked('metric:val.loss', limit, 5)]).toEqual([limit, [b, first, second, e, d]]);
      expect([limit, await walked('-metric:val.loss', limit, 5)]).toEqual([limit, [second, first, b, e, d]]);
    }
    await record(b, 1);
    expect(await walked('-metric:val.loss', 2, 5)).toEqual([b, second, first, e, d]);
    expect(await walked('metric:val.loss', 1, 1, { name: 'version 2' })).toEqual([c]);
  });

  it('come all, newest first, by a metric that none has', async () => {
    const all = await versions(4);
    for (const sort of ['metric:unknown', '-metric:unknown', 'metric:__proto__'])
      expect(await walked(sort, 3, 4)).toEqual([...all].reverse());
  });

  it('hold no place of another model', async () => {
    const [one = ''] = await versions(1);
    const first = id;
    await record(one, 1);
    id = await running.make(ada, modelCommands.createModel, { body: { name: 'auks' } }, 'model');
    const [other = ''] = await versions(1);
    await record(other, 2);
    expect(await walked('metric:val.loss', 5, 1)).toEqual([other]);
    id = first;
    expect(await walked('metric:val.loss', 5, 1)).toEqual([one]);
  });
});

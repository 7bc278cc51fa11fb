import { datasetCommands } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import { pagesBy } from '@cairn/kernel/testkit';
import { RunningDatasets, someone } from '../testing/running-datasets.js';
import { VERSION_HEADS } from './versions/project.js';
import { versionsOfDataset } from './versions/queries.js';
import { datasetsFor } from '../datasets.js';

describe('lists that show versions without labels and splits', () => {
  const me = someone();
  const page = { limit: 20, sort: 'created_at' };
  let running: RunningDatasets;
  let dataset: string;
  beforeAll(async () => {
    running = await RunningDatasets.start();
    const labels = [{ name: 'a label' }];
    for (const name of ['first', 'second']) {
      const body = { name, default_splits: true };
      dataset = await running.make(me, datasetCommands.createDataset, { body }, 'dataset');
      await running.done(me, datasetCommands.createDatasetVersion, { dataset_id: dataset, body: { labels } });
    }
  });
  afterAll(() => running.stop());

  /** Asks, and answers what was loaded for it: a text for each statement. */
  const loaded = async (
    ask: (documents: QueryContext['documents']) => Promise<unknown>,
  ): Promise<readonly string[]> => {
    const { documents } = running.engines;
    const seen: string[] = [];
    const told = async <Result>(result: Promise<Result>): Promise<Result> => {
      seen.push(JSON.stringify(await result));
      return result;
    };
    await ask({
      get: (collection, id) => told(documents.get(collection, id)),
      getMany: (collection, ids) => told(documents.getMany(collection, ids)),
      getSome: (collection, ids, most) => told(documents.getSome(collection, ids, most)),
      find: (collection, options) => told(documents.find(collection, options)),
      findPage: (collection, options) => told(documents.findPage(collection, options)),
      count: (collection, filter, limit) => told(documents.count(collection, filter, limit)),
    });
    return seen;
  };

  it('of datasets load one page of each, whole documents of versions never', async () => {
    const statements = await loaded(async (documents) => {
      const { elements } = await datasetsFor({ ...running.reading(me), documents, today: documents }, page);
      expect(elements.map(({ versions }) => versions.length)).toEqual([2, 2]);
    });
    expect(statements).toHaveLength(2);
    expect(statements.join()).not.toMatch(/a label|"labels"|"splits"/);
  });

  it('of datasets show the newest versions, as many as fit, and the active one, however many there are', async () => {
    const { documents } = running.engines;
    const [head] = await documents.find(VERSION_HEADS, {
      filter: { fields: { dataset_id: dataset } },
      sort: 'created_at',
      limit: 1,
    });
    const many = Array.from({ length: 100_001 }, (_, at) => ({
      ...head!,
      id: String(100_000 - at),
      created_at: 100_000 - at,
    }));
    const find: QueryContext['documents']['find'] = async (collection, options) => {
      if (collection !== VERSION_HEADS) return documents.find(collection, options);
      const from = options.after === undefined ? 0 : 100_001 - Number(options.after.id);
      return many.slice(from, from + options.limit);
    };
    const reader: QueryContext['documents'] = {
      get: (collection, id) => documents.get(collection, id),
      getMany: (collection, ids) => documents.getMany(collection, ids),
      getSome: (collection, ids, most) => documents.getSome(collection, ids, most),
      count: (collection, filter, limit) => documents.count(collection, filter, limit),
      find,
      findPage: pagesBy(find),
    };
    const reading = { ...running.reading(me), documents: reader };
    let found = await datasetsFor(reading, page);
    for (
      ;
      found.elements[0]?.id !== dataset;
      found = await datasetsFor(reading, { ...page, after: found.next! })
    )
      expect(found.elements).toHaveLength(1);
    const { elements } = found;
    const { versions, active_version_id } = elements[0]!;
    expect(versions.length).toBeGreaterThan(5_000);
    expect([versions.at(-1)!.id, versions[0]!.id, active_version_id]).toEqual(['100000', head!.id, head!.id]);
    expect(JSON.stringify(elements).length).toBeLessThan(9_000_000);
  });

  it('of versions do not load them either', async () => {
    const statements = await loaded(async (documents) => {
      const reading = { ...running.reading(me), documents, today: documents };
      expect((await versionsOfDataset(reading, { dataset_id: dataset }, page))?.elements).toHaveLength(2);
    });
    expect(statements.join()).not.toMatch(/a label|"labels"|"splits"/);
  });
});

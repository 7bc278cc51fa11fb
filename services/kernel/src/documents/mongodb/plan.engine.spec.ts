import type { Collection } from 'mongodb';
import { type MongoConnection, openMongo } from '../../mongodb/index.js';
import { mongoForSpecs } from '../../testkit/mongodb.js';
import { MODEL, Projector, put } from '../conformance-store.js';
import { valueAt } from '../changes.js';
import type { Document, Documents, Filter, FindOptions } from '../port.js';
import { openMongoDocuments } from './documents.js';
import { afterTerm, orderOf, queryOf, sortOf } from './filter.js';
import { shapeOf } from './shape.js';
import type { Stored } from './stored.js';

const server = mongoForSpecs();

/** The stages of a plan and the indexes they scan. */
const scans = (plan: unknown): readonly { readonly stage: string; readonly index: string | undefined }[] => {
  if (Array.isArray(plan)) return plan.flatMap(scans);
  if (typeof plan !== 'object' || plan === null) return [];
  const { stage, indexName, ...inner } = plan as Readonly<Record<string, unknown>>;
  const own = typeof stage === 'string' ? [{ stage, index: indexName as string | undefined }] : [];
  return [...own, ...Object.values(inner).flatMap(scans)];
};

describe('what MongoDB scans', () => {
  const shape = shapeOf(MODEL.collections[0]!, 1, 1);
  const at = '2026-01-01T00:00:00.000Z';
  let connection: MongoConnection;
  let documents: Documents;
  let things: Collection<Stored>;
  beforeAll(async () => {
    connection = await openMongo({ url: server.freshDatabase() });
    documents = await openMongoDocuments({ connection });
    await documents.prepare([MODEL]);
    things = connection.database.collection<Stored>(shape.name);
    const many = Array.from({ length: 300 }, (_, n) => ({
      id: String(n).padStart(3, '0'),
      size: n % 50,
      project: `p${n % 10}`,
      tags: [`t${n % 20}`],
      labels: [`l${n % 20}`],
      readers: [{ token: `user:${n % 30}` }],
      words: [`w${n}`, `x${n % 30}`],
      terms: [`w${n}`, `x${n % 3}`],
    }));
    await new Projector(documents).apply(...many.map((document) => put(document)));
  });
  afterAll(async () => {
    await documents.close();
    await connection.close();
  });

  const explained = async (filter: Filter, options?: Omit<FindOptions, 'filter' | 'limit'>) => {
    const order = orderOf(options?.sort ?? 'id');
    const query = queryOf(shape, filter, afterTerm(shape, order, options?.after));
    const cursor = things.find(query).limit(5);
    const answer: unknown = await (options ? cursor.sort(sortOf(shape, order)) : cursor).explain(
      'queryPlanner',
    );
    return scans(valueAt(answer as Document, 'queryPlanner.winningPlan'));
  };

  const fields = { project: 'p1' };
  const readers = { field: 'readers', tokens: ['user:1', 'public'], at };
  it.each<[string, Filter, Omit<FindOptions, 'filter' | 'limit'> | undefined, string]>([
    ['fields in order', { fields }, { sort: '-size' }, 'compound-project-size'],
    ['the order alone', {}, { sort: 'size' }, 'compound-size'],
    ['the next page', { fields }, { sort: 'size', after: { value: 7, id: '107' } }, 'compound-project-size'],
    ['a path', { fields: { 'counts.items': { from: 1 } } }, undefined, 'compound-counts/items'],
    ['elements in order', { any: { tags: ['t1', 't2'] } }, { sort: 'size' }, 'multikey-tags-size'],
    [
      'elements with their fields',
      { any: { labels: ['l1'] }, fields },
      { sort: 'size' },
      'multikey-labels-project-size',
    ],
    ['readers in order', { readers }, { sort: '-size' }, 'readers-readers-size'],
    ['readers to be counted', { readers }, undefined, 'readers-readers-size'],
    ['words', { words: { field: 'words', all: ['x7'], prefix: undefined } }, { sort: 'size' }, 'words-words'],
    ['a prefix', { words: { field: 'words', all: [], prefix: 'w29' } }, undefined, 'words-words'],
    [
      'words and a prefix',
      { words: { field: 'words', all: ['x7'], prefix: 'w' } },
      { sort: 'size' },
      'words-words',
    ],
    [
      'words within a scope',
      { fields: { project: 'p1' }, words: { field: 'terms', all: [], prefix: 'w29' } },
      undefined,
      'words-terms-project',
    ],
  ])('is the index declared for %s', async (_, filter, options, index) => {
    const stages = await explained(filter, options);
    expect(new Set(stages.flatMap((each) => (each.index === undefined ? [] : [each.index])))).toEqual(
      new Set([index]),
    );
    expect(stages.map(({ stage }) => stage)).toContain('IXSCAN');
    expect(stages.map(({ stage }) => stage)).not.toContain('COLLSCAN');
  });

  it('is in the order asked for, so that nothing is sorted', async () => {
    for (const sort of ['size', '-size'])
      for (const filter of [{}, { fields }, { readers }, { any: { tags: ['t1', 't2'] } }])
        expect((await explained(filter, { sort })).map(({ stage }) => stage)).not.toContain('SORT');
  });
});

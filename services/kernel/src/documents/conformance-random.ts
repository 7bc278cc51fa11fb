import fc from 'fast-check';
import { MODEL, Projector } from './conformance-store.js';
import { findAmong } from './matching.js';
import type { DocumentMaps } from './memory.js';
import { applyChanges } from './memory.js';
import type { Change, Condition, Document, Documents, Filter, FindOptions } from './port.js';

const few = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(...values: readonly T[]) => fc.array(few(...values), { maxLength: 3 });

const id = few('a', 'b', 'c', 'd', 'e', 'f', 'é', '😀');
const TIMES = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'] as const;
const size = few(null, 0, 1, 2, 2.5, -1);
const project = few(null, 'p', 'q', 'P');
const done = few(null, true, false);
const word = few('red', 'reddish', 'blue', 'x-y', 'ü', '中文');

const fields = fc.record(
  {
    size,
    project,
    done,
    counts: fc.record({ items: few(0, 1, 2) }),
    tags: some('x', 'y', 'z'),
    labels: some('l', 'm'),
    flags: some('f', 'g'),
    readers: fc.array(
      fc.record({ token: few('public', 'u', 'v'), until: few(...TIMES) }, { requiredKeys: ['token'] }),
      { maxLength: 3 },
    ),
    words: fc.oneof(
      fc.array(word, { maxLength: 3 }),
      fc.record({ name: fc.array(word, { maxLength: 2 }), text: fc.array(word, { maxLength: 2 }) }),
    ),
    terms: fc.array(word, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const collection = fc.constant('things');
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('put'),
    collection,
    document: fc.tuple(id, fields).map(([key, rest]) => ({ id: key, ...rest })),
  }),
  fc.record({ kind: fc.constant('patch'), collection, id, fields }),
  fc.record({
    kind: fc.constant('patch'),
    collection,
    id,
    fields: fc.constant({ size: undefined, tags: undefined, 'counts.more': 1 }),
  }),
  fc.record({
    kind: fc.constant('increment'),
    collection,
    id,
    by: fc.constant({ 'counts.items': 1, n: 2 }),
    defaults: fields,
  }),
  fc.record({ kind: fc.constant('remove'), collection, id }),
);

const condition = <T extends string | number | boolean | null>(
  value: fc.Arbitrary<T>,
): fc.Arbitrary<Condition> =>
  fc.oneof(
    value,
    fc.array(value, { maxLength: 3 }),
    fc.record({ from: value, to: value }, { requiredKeys: [] }),
  );

const prefix = few(undefined, 'r', 'red', 'x-');
const anyFilter: fc.Arbitrary<Filter> = fc.record(
  {
    fields: fc.record(
      {
        size: condition(size),
        project: condition(project),
        done: condition(done),
        'counts.items': condition(few(0, 1)),
        id: condition(id),
      },
      { requiredKeys: [] },
    ),
    any: fc.record(
      { tags: some('x', 'y', 'no'), labels: some('l', 'm'), flags: some('f', 'g') },
      { requiredKeys: [] },
    ),
    readers: fc.record({
      field: fc.constant('readers'),
      tokens: some('public', 'u', 'v', 'w'),
      at: few(...TIMES),
    }),
    words: fc.record({
      field: fc.constant('words'),
      all: fc.array(word, { maxLength: 1 }),
      prefix,
    }),
  },
  { requiredKeys: [] },
);

/** Words of a scope are asked for with one value of its field. */
const scopedFilter = fc
  .tuple(anyFilter, project, fc.array(word, { maxLength: 1 }), prefix)
  .map(([more, only, all, begin]) => ({
    ...more,
    fields: { ...more.fields, project: only },
    words: { field: 'terms', all, prefix: begin },
  }));
const filter: fc.Arbitrary<Filter> = fc.oneof(anyFilter, scopedFilter);

const SORTS = [
  'size',
  '-size',
  'id',
  '-id',
  'project',
  '-project',
  'done',
  'counts.items',
  '-counts.items',
] as const;
const options: fc.Arbitrary<FindOptions> = fc
  .tuple(filter, few(...SORTS), few(1, 2, 100), fc.option(fc.tuple(size, project, few(0, 1, 2), done, id)))
  .map(([given, sort, limit, start]) => {
    if (start === null) return { filter: given, sort, limit };
    const [aSize, aProject, items, isDone, afterId] = start;
    const values = { size: aSize, project: aProject, 'counts.items': items, done: isDone, id: afterId };
    const field = sort.replace('-', '') as keyof typeof values;
    return { filter: given, sort, limit, after: { value: values[field], id: afterId } };
  });

/** Whatever is written and asked, the store answers as plain TypeScript does. */
export const randomCases = (make: () => Promise<Documents>): void => {
  it('answers as the meaning of changes and filters says', async () => {
    const batches = fc.array(fc.array(change, { maxLength: 12 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.array(options, { minLength: 5, maxLength: 15 }),
        async (changes, questions) => {
          const documents = await make();
          await documents.prepare([MODEL]);
          const expected: DocumentMaps = new Map();
          for (const batch of changes) {
            await new Projector(documents).apply(...batch);
            applyChanges(expected, batch);
          }
          await compare(documents, [...(expected.get('things')?.values() ?? [])], questions);
          await documents.close();
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
};

const compare = async (
  documents: Documents,
  expected: readonly Document[],
  questions: readonly FindOptions[],
): Promise<void> => {
  for (const asked of questions) {
    const some = findAmong(expected, asked);
    expect(await documents.find('things', asked)).toEqual(some);
    const { documents: page, isEnd } = await documents.findPage('things', asked);
    const rest = findAmong(expected, { ...asked, limit: asked.limit + 1 });
    expect([page, isEnd]).toEqual([some, rest.length === some.length]);
    const all = findAmong(expected, { filter: asked.filter, sort: 'id', limit: 1_000 });
    expect(await documents.count('things', asked.filter, asked.limit)).toBe(
      Math.min(asked.limit, all.length),
    );
  }
};

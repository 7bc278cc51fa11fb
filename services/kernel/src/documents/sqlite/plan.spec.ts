import { MODEL } from '../conformance-store.js';
import type { Filter } from '../port.js';
import { planDriver } from './plan.js';
import { shapeOf } from './shape.js';

describe('what drives a query', () => {
  const shape = shapeOf(MODEL.collections[0]!, 1, 1);
  const readers = { field: 'readers', tokens: ['public'], at: '2026-01-01T00:00:00.000Z' };
  const any = { tags: ['x'] };

  it.each<[string, Filter, string | undefined, string]>([
    ['the order alone', {}, 'size', 'compound0'],
    ['the table for the ids', {}, 'id', 'table'],
    ['the index of filter and order', { fields: { project: 'p' } }, 'size', 'compound1'],
    ['the longer one', { fields: { project: 'p', done: true } }, 'size', 'compound2'],
    ['a list as an equality', { fields: { project: ['p', 'q'] } }, 'size', 'compound1'],
    ['no range as an equality', { fields: { project: { from: 'p' } } }, 'size', 'compound0'],
    ['the readers', { readers }, 'size', 'readers7'],
    ['elements before readers', { readers, any }, 'size', 'multikey4'],
    ['a field before readers', { readers, fields: { project: 'p' } }, 'size', 'compound1'],
    ['elements with their fields', { any: { labels: ['l'] }, fields: { project: 'p' } }, 'size', 'multikey5'],
    ['a count by a field', { fields: { project: 'p' } }, undefined, 'compound1'],
    ['a count of everything', {}, undefined, 'table'],
  ])('%s', (_, filter, sort, expected) => {
    const { source } = planDriver(shape, filter, sort);
    const name =
      source.kind === 'index' ? source.index : source.kind === 'side' ? source.side.table : 'table';
    expect(name.replace('things__v1_g1_', '')).toBe(expected);
  });
});

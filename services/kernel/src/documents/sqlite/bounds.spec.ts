import Libsql from 'libsql';
import { MODEL } from '../conformance-store.js';
import { type Filter, PAGE_BYTES } from '../port.js';
import { planDriver } from './plan.js';
import { armsOf, documentsOfArm, type Order } from './scan.js';
import { creationOf, shapeOf } from './shape.js';

/** A range of many rows costs what is in it, not what stands before it. */
describe('a scan of a range', () => {
  const shape = shapeOf(MODEL.collections[0]!, 1, 1);
  const database = new Libsql(':memory:');
  beforeAll(() => creationOf(shape).forEach((statement) => database.exec(statement)));
  afterAll(() => database.close());

  /** A page by one scan; its first value is how long a text may be. */
  const pageOf = (filter: Filter, field: string, { after, direction = 'ASC' }: Partial<Order> = {}) => {
    const driver = planDriver(shape, filter, field);
    const [arm, ...others] = armsOf(driver, filter);
    if (arm === undefined || others.length > 0) throw new Error('it is no single scan');
    const order = { field, direction, after };
    return documentsOfArm({ shape, filter, order, limit: 10 }, order, driver, arm, PAGE_BYTES);
  };
  /** What SQLite does with it, as its own program tells: operations by their names. */
  const operationsOf = (...page: Parameters<typeof pageOf>): readonly string[] => {
    const { text, values } = pageOf(...page);
    const rows = database
      .prepare(`EXPLAIN ${text}`)
      .raw()
      .all(...values) as readonly unknown[][];
    return rows.map(([, operation]) => operation as string);
  };

  it.each<[string, Filter, string]>([
    ['of ids', { fields: { id: { from: 'a', to: 'b' } } }, 'id'],
    ['of a field', { fields: { size: { from: 1, to: 2 } } }, 'size'],
    ['of a field behind another', { fields: { project: 'p', size: { from: 1 } } }, 'size'],
  ])('%s begins at its bound, in order', (_, filter, sort) => {
    const operations = operationsOf(filter, sort);
    expect(operations).toContain('SeekGE');
    expect(operations).not.toContain('SeekGT');
    expect(operations).not.toContain('Rewind');
    expect(operations.filter((name) => name.startsWith('Sorter'))).toEqual([]);
  });

  const ids = { fields: { id: { from: 'a', to: 'b' } } };
  const sizes = { fields: { size: { from: 1, to: 9 } } };
  const present = { fields: { size: { to: 9 } } };
  it.each<[string, Filter, Order, readonly unknown[]]>([
    ['of ids', ids, { field: 'id', direction: 'ASC', after: { value: 'a5', id: 'a5' } }, ['b', 'a5', 10]],
    [
      'of ids, down',
      ids,
      { field: 'id', direction: 'DESC', after: { value: 'a5', id: 'a5' } },
      ['a', 'a5', 10],
    ],
    ['of a field', sizes, { field: 'size', direction: 'ASC', after: { value: 5, id: 'x' } }, [9, 5, 'x', 10]],
    [
      'of a field, down',
      sizes,
      { field: 'size', direction: 'DESC', after: { value: 5, id: 'x' } },
      [1, 5, 'x', 10],
    ],
    [
      'of what is there',
      present,
      { field: 'size', direction: 'ASC', after: { value: 5, id: 'x' } },
      [9, 5, 'x', 10],
    ],
  ])('%s begins behind the page before, and names no other bound there', (_, filter, order, asked) => {
    const { text, values } = pageOf(filter, order.field, order);
    expect([text.includes('-9e999'), values.slice(1)]).toEqual([false, asked]);
  });

  it('that a page before did not come to has its own bound', () => {
    expect(pageOf(ids, 'id', { after: { value: 'A', id: 'A' } }).values.slice(1)).toEqual([
      ...['a', 'b', 'A', 10],
    ]);
  });

  it('of what is there begins behind what is not', () => {
    expect(operationsOf({ fields: { size: { to: 2 } } }, 'size')).toContain('SeekGT');
  });
});

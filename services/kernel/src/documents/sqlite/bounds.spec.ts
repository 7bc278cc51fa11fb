import Libsql from 'libsql';
import { MODEL } from '../conformance-store.js';
import type { Filter } from '../port.js';
import { planDriver } from './plan.js';
import { armsOf, documentsOfArm } from './scan.js';
import { creationOf, shapeOf } from './shape.js';

/** A range of many rows costs what is in it, not what stands before it. */
describe('a scan of a range', () => {
  const shape = shapeOf(MODEL.collections[0]!, 1, 1);
  const database = new Libsql(':memory:');
  beforeAll(() => creationOf(shape).forEach((statement) => database.exec(statement)));
  afterAll(() => database.close());

  /** What SQLite does with a page by one scan, as its own program tells: operations by their names. */
  const operationsOf = (filter: Filter, field: string): readonly string[] => {
    const driver = planDriver(shape, filter, field);
    const [arm, ...others] = armsOf(driver, filter);
    if (arm === undefined || others.length > 0) throw new Error('it is no single scan');
    const order = { field, direction: 'ASC', after: undefined } as const;
    const { text, values } = documentsOfArm({ shape, filter, order, limit: 10 }, order, driver, arm);
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

  it('of what is there begins behind what is not', () => {
    expect(operationsOf({ fields: { size: { to: 2 } } }, 'size')).toContain('SeekGT');
  });
});

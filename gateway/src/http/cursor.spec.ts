import * as fc from 'fast-check';
import { afterCursor, cursorOf } from './cursor.js';

const scalar = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

describe('cursors', () => {
  it('give back the place they were made of', () => {
    fc.assert(
      fc.property(scalar, fc.uuid(), (value, id) => {
        const cursor = cursorOf('-created_at', { value, id });
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(afterCursor(cursor, '-created_at')).toEqual({ value, id });
      }),
    );
  });

  it('are refused for another order', () => {
    const cursor = cursorOf('name', { value: 'a', id: 'b' });
    expect(() => afterCursor(cursor, '-name')).toThrow('another list or another order');
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    '',
    '!!!',
    'e30',
    encoded({ length: 3 }),
    encoded(['name', 'a']),
    encoded(['name', { $gt: '' }, 'b']),
    encoded(['name', ['a'], 'b']),
    encoded(['name', 'a', 5]),
    encoded(['name', 'a', '']),
    encoded(['name', 'a', 'b\0']),
    encoded(['name', 'a', '\ud800']),
    'A'.repeat(5000),
  ])('are refused when they were not made here: %s', (cursor) => {
    expect(() => afterCursor(cursor, 'name')).toThrow('not a cursor');
  });
});

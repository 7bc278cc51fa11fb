import { rangeOf } from './range.js';

describe('ranges of a file of 100 bytes', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes=99-99', { start: 99, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', undefined],
    ['bytes=9-3', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=0-99999999999999999999', { start: 0, end: 99 }],
    ['bytes=-99999999999999999999', { start: 0, end: 99 }],
    [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 99 }],
  ])('%j asks for %j', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });

  it('has none in an empty file', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
    expect(rangeOf('bytes=-5', 0)).toBe('unsatisfiable');
  });
});

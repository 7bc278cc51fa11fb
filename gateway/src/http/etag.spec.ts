import { etagOf, isMatched, isNoneMatched, isRevisionMatched, revisionsOfIfMatch } from './etag.js';

describe('entity tags', () => {
  it('name the revision and the body', () => {
    expect(etagOf('7', '{"a":1}')).toMatch(/^"7\.[A-Za-z0-9_-]{16}"$/);
    expect(etagOf('7', '{"a":1}')).toBe(etagOf('7', '{"a":1}'));
    expect(etagOf('7', '{"a":1}')).not.toBe(etagOf('7', '{"a":2}'));
    expect(etagOf('7', '{"a":1}')).not.toBe(etagOf('8', '{"a":1}'));
  });

  it.each([
    [undefined, false],
    ['"7.abc"', true],
    ['W/"7.abc"', true],
    ['"1.x", "7.abc"', true],
    ['*', true],
    ['"7.abd"', false],
    ['"7"', false],
    ['7.abc', false],
    ['', false],
    ['"', false],
  ])('If-None-Match %j matches "7.abc": %s', (header, expected) => {
    expect(isNoneMatched(header, '"7.abc"')).toBe(expected);
  });

  it('ignores empty elements of a list, and is quick with many', () => {
    expect(isNoneMatched(', "7.abc",,', '"7.abc"')).toBe(true);
    expect(isNoneMatched(`"7.abc"${', '.repeat(8000)}x`, '"7.abc"')).toBe(false);
  });

  it.each([
    [undefined, undefined],
    ['*', undefined],
    ['"7.abc"', ['7']],
    ['"7"', ['7']],
    ['W/"0.abc"', []],
    ['"7.a", "7.b"', ['7', '7']],
    ['"7.a", W/"8.b", "9.c",', ['7', '9']],
    ['"not ours"', 'throws'],
    ['"not-ours"', []],
    ['', 'throws'],
    [',', 'throws'],
    ['7', 'throws'],
    ['"7.abc', 'throws'],
  ])('If-Match %j asks for one of the revisions %j', (header, expected) => {
    if (expected === 'throws') expect(() => revisionsOfIfMatch(header)).toThrow('If-Match');
    else expect(revisionsOfIfMatch(header)).toEqual(expected);
  });

  it.each([
    [undefined, true, true],
    ['*', true, true],
    ['"7.abc"', true, true],
    ['"1.x", "7.abc"', true, true],
    ['"7.other"', false, true],
    ['W/"7.abc"', false, false],
    ['"8.abc"', false, false],
  ])('If-Match %j matches "7.abc": %s, its revision: %s', (header, whole, revision) => {
    expect(isMatched(header, '"7.abc"')).toBe(whole);
    expect(isRevisionMatched(header, '"7.abc"')).toBe(revision);
  });
});

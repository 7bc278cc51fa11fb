import { etagOf, isNoneMatched, revisionOfIfMatch } from './etag.js';

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

  it.each([
    [undefined, undefined],
    ['*', undefined],
    ['"7.abc"', '7'],
    ['"7"', '7'],
    ['W/"0.abc"', '0'],
    ['"7.a", "7.b"', '7'],
    ['"not ours"', 'throws'],
    ['"not-ours"', 'none'],
    ['', 'throws'],
    ['7', 'throws'],
    ['"7.abc', 'throws'],
    ['"7.a", "8.b"', 'throws'],
  ])('If-Match %j asks for revision %s', (header, expected) => {
    if (expected === 'throws') expect(() => revisionOfIfMatch(header)).toThrow('If-Match');
    else expect(revisionOfIfMatch(header)).toBe(expected);
  });
});

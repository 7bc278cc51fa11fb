import { configText } from './json-text.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a text of settings', () => {
  it('is kept byte for byte, an object as its text', () => {
    expect(configText('{ "a": 1 }', '/config')).toBe('{ "a": 1 }');
    expect(configText({ a: [1] }, '/config')).toBe('{"a":[1]}');
    expect(configText('', '/config')).toBe('');
  });
  it('is nested as deep as a body may be, and no deeper, however deep that is', () => {
    expect(configText(nested(64), '/config')).toBe(nested(64));
    for (const depth of [65, 300_000])
      expect(configText(nested(depth), '/config')).toMatchObject({
        refused: 'too_deep',
        errors: [{ pointer: '/config', code: 'too_deep' }],
      });
  });
  it('holds no credential', () => {
    expect(configText('{"password":"x"}', '/config')).toMatchObject({ refused: 'use_secret' });
  });
});

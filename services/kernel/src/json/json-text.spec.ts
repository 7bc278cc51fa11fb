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
  it('has no key twice in one object, however it is written, and numbers of any size', () => {
    for (const text of ['{"b":[{"a":1,"a":2}]}', '{"a":1e999,"\\u0061":2}'])
      expect(configText(text, '/config')).toMatchObject({
        refused: 'invalid_body',
        errors: [{ pointer: '/config', code: 'key_twice', message: expect.stringContaining('/a twice') }],
      });
    const large = '{"a":{"b":123456789012345678901234567890},"b":"\\"a\\":1"}';
    expect(configText(large, '/config')).toBe(large);
  });
  it('holds no credential', () => {
    expect(configText('{"password":"x"}', '/config')).toMatchObject({ refused: 'use_secret' });
  });
});

import fc from 'fast-check';
import { jsonObjects, keysTwice } from '../testkit/json-texts.js';
import { JsonRefused, parseExactly, parseQuickly, parseStrictly } from './index.js';

const LIMITS = { depth: 64 };
const parsers = [
  ['parseStrictly', parseStrictly],
  ['parseQuickly', parseQuickly],
] as const;

const refusal = (
  parse: (text: string, limits: typeof LIMITS) => unknown,
  text: string,
): JsonRefused | undefined => {
  try {
    parse(text, LIMITS);
    return undefined;
  } catch (error) {
    if (error instanceof JsonRefused) return error;
    throw error;
  }
};

describe.each(parsers)('%s', (_, parse) => {
  it('reads what JSON.stringify wrote as JSON.parse does', () => {
    fc.assert(
      fc.property(jsonObjects, fc.constantFrom(0, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text, LIMITS)).toEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads decimals as JSON.parse does, to the last bit', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 17n), 10n ** 17n), fc.nat(18), (digits, fraction) => {
        const size = String(digits < 0n ? -digits : digits).padStart(fraction + 1, '0');
        const at = size.length - fraction;
        const text = `${digits < 0n ? '-' : ''}${size.slice(0, at)}.${size.slice(at)}0`;
        expect(parse(text, LIMITS)).toBe(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses a text with a key that stands twice in one of its objects, wherever that is', () => {
    fc.assert(
      fc.property(keysTwice, (text) => {
        expect(refusal(parse, text)?.code).toBe('key_twice');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":"\\u0000"}', 'text_invalid', '/a', 5],
    ['{"a":"\\ud83d"}', 'text_invalid', '/a', 5],
    ['{"a":["\\uDE00\\uD83D"]}', 'text_invalid', '/a/0', 6],
    ['{"a":"\ud83d"}', 'text_invalid', '/a', 5],
    ['{"a":{"\\u0000":1}}', 'text_invalid', '/a', 6],
    ['{"a":{"__proto__":1}}', 'key_invalid', '/a/__proto__', 6],
    ['{"\\u005f_proto__":1}', 'key_invalid', '/__proto__', 1],
    ['{"__prot\\u006F__":1}', 'key_invalid', '/__proto__', 1],
    ['{"constructo\\u0072":1}', 'key_invalid', '/constructor', 1],
    ['{"text":"a","text":"b"}', 'key_twice', '/text', 12],
    ['{"a":1,"\\u0061":2}', 'key_twice', '/a', 7],
    ['{"a":{"b":[]},"c":[1,{"d":1 , "d"\n:2}]}', 'key_twice', '/c/1/d', 30],
    ['{"a":1000000000000000000001}', 'number_invalid', '/a', 5],
    ['{"a":-9007199254740992}', 'number_invalid', '/a', 5],
    ['{"a":1e400}', 'number_invalid', '/a', 5],
    ['{"a":-1E+400}', 'number_invalid', '/a', 5],
    [`{"a":1${'0'.repeat(400)}}`, 'number_invalid', '/a', 5],
    ['{"a":1e-400}', 'number_invalid', '/a', 5],
    ['{"a":-0.5E-0400}', 'number_invalid', '/a', 5],
    [`{"a":0.${'0'.repeat(400)}1}`, 'number_invalid', '/a', 5],
    [`{"a":0.${'0'.repeat(225)}1e-99}`, 'number_invalid', '/a', 5],
    [`{"a":1${'0'.repeat(210)}e99}`, 'number_invalid', '/a', 5],
    [`{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'too_deep', `/a${'/0'.repeat(63)}`, 68],
  ])('refuses %s as %s', (text, code, pointer, at) => {
    expect(refusal(parse, text)).toMatchObject({ code, pointer, at });
  });

  it.each([
    ['0e-400'],
    ['-0'],
    ['0.000e999'],
    ['5e-324'],
    ['1e300'],
    ['9007199254740991'],
    ['[0,10,7E0,1.5,0.1,-0.0,123456789.123456,0.00000000000001]'],
    ['[999999999999999 ,1\t,2\r,3\n]'],
    ['"1e400 and 1234567890123456789"'],
    ['{"a":"constructor","b":"\\u0061","c":"😀","d":"\\ud83d\\ude00"}'],
    ['{"a":"{\\"a\\":1,\\"a\\":2}"}'],
    [`${'['.repeat(64)}${']'.repeat(64)}`],
    [`[${'[],'.repeat(100)}{}]`],
  ])('takes %s', (text) => {
    expect(parse(text, LIMITS)).toEqual(JSON.parse(text));
  });
});

describe('parseExactly', () => {
  it.each<[string, unknown]>([
    ['[9007199254740993,-9007199254740992,1]', [9007199254740993n, -9007199254740992n, 1]],
    ['{"a":18446744073709551615}', { a: 18446744073709551615n }],
    ['[9007199254740991,0.1234567890123456]', [9007199254740991, 0.1234567890123456]],
    ['[-0,-0.0,-0e5,-12]', [-0, -0, -0, -12]],
    ['null', null],
  ])('reads %s without rounding', (text, value) => {
    expect(parseExactly(text, LIMITS)).toEqual(value);
  });

  it.each([
    ['[1e400]', 'number_invalid'],
    [`[1${'0'.repeat(400)}]`, 'number_invalid'],
    ['{"a":1,"a":9007199254740993}', 'key_twice'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'too_deep'],
  ])('refuses %s as parseStrictly does: %s', (text, code) => {
    expect(refusal(parseExactly, text)?.code).toBe(code);
  });
});

describe('what is no JSON', () => {
  it.each([
    [''],
    ['{"a":1'],
    ['{"a":1e400,'],
    ['{"a":"\\u0000" "b"}'],
    ['{a:1}'],
    ['[01]'],
    ['[00]'],
    ['1x'],
    ['[-]'],
    ['[-01]'],
    ['[1.]'],
    ['[.5]'],
    ['[00.5]'],
    ['[1.5.5]'],
    ['[1.e5]'],
  ])('%s', (text) => {
    expect(() => parseQuickly(text, LIMITS)).toThrow(SyntaxError);
    expect(() => parseStrictly(text, LIMITS)).toThrow(JsonRefused);
  });
});

describe('where a text is no JSON', () => {
  it.each([
    ['{"a":01}', 5],
    ['["a\nb"]', 3],
    ['["\\\\\\n\\x"]', 6],
    ['["\\u00e9 \\u00g9"]', 9],
  ])('%j is told', (text, at) => {
    expect(refusal(parseStrictly, text)).toMatchObject({ code: 'json_invalid', at });
  });
});

describe('what a caller takes beside JSON', () => {
  const limits = {
    depth: 64,
    number: (written: string) => (written === '1e400' ? 'large' : undefined),
    words: new Map([['-Infinity', 'lowest']]),
  };

  it('is read as it says, and nothing else is', () => {
    expect(parseStrictly('[1e400,-Infinity,-1]', limits)).toEqual(['large', 'lowest', -1]);
    expect(parseQuickly('{"a":1e400}', limits)).toEqual({ a: 'large' });
    expect(() => parseStrictly('[1e401]', limits)).toThrow('too large');
    expect(() => parseStrictly('[-Infinite]', limits)).toThrow('a value is expected');
  });
});

describe('the number of values', () => {
  it('is bounded, and told', () => {
    const counted: number[] = [];
    const limits = { depth: 64, values: 4, counted: (values: number) => void counted.push(values) };
    parseStrictly('[1,[],{}]', limits);
    expect(counted).toEqual([4]);
    expect(() => parseStrictly('[1,2,3,4', limits)).toThrow('more than 4 values');
  });
});

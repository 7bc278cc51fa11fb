import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keysTwice } from '@cairn/kernel/testkit';
import * as fc from 'fast-check';
import { Problem } from '../../problems/problem.js';
import { parseStrictJson } from './strict-json.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const LIMITS = { depth: 64, values: 1_000_000 };
const problemOf = (text: string, limits = LIMITS): Problem | undefined => {
  try {
    parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
};
/** Bytes, after a collection. */
const liveHeap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};
const refusal = (text: string): string => problemOf(text)?.code ?? 'accepted';

describe('strict JSON', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        fc.pre(!/__proto__|constructor|prototype/.test(text));
        fc.pre(refusal(text) !== 'invalid_body');
        expect(parseStrictJson(`${space}${text}${space}`, LIMITS)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses a text with a key that stands twice in one of its objects, wherever that is', () => {
    fc.assert(
      fc.property(keysTwice, (text) => {
        expect(refusal(text)).toBe('malformed_json');
      }),
    );
  });

  it('reads indented JSON with every kind of value', () => {
    const value = {
      text: 'a "quoted" ü 𝄞 \\ \n',
      list: [1, -0.5, 2e3, true, false, null, [], {}],
      '': { deep: [[[]]] },
    };
    expect(parseStrictJson(JSON.stringify(value, null, 2), LIMITS)).toEqual(value);
  });

  it('never fails in another way than with a problem', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[]":,\\u019eE+-.tfnrals \ud800'.split('')) }),
        (text) => {
          refusal(text);
        },
      ),
    );
  });

  it('refuses everything that JSON.parse refuses', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[]":,\\u01eE-.truefalsn '.split('')) });
    fc.assert(
      fc.property(text, (broken) => {
        let parses = true;
        try {
          JSON.parse(broken);
        } catch {
          parses = false;
        }
        fc.pre(!parses);
        expect(refusal(broken)).toBe('malformed_json');
      }),
    );
  });

  it.each([
    ['', 'malformed_json'],
    ['   ', 'malformed_json'],
    ['{"a":1}x', 'malformed_json'],
    ['{"a":1,}', 'malformed_json'],
    ['[1,]', 'malformed_json'],
    ['{a:1}', 'malformed_json'],
    ['{"a" 1}', 'malformed_json'],
    ['tru', 'malformed_json'],
    ['NaN', 'malformed_json'],
    ['Infinity', 'malformed_json'],
    ['1e400', 'malformed_json'],
    ['-1e400', 'malformed_json'],
    ['01', 'malformed_json'],
    ['+1', 'malformed_json'],
    ['"a', 'malformed_json'],
    ['"\n"', 'malformed_json'],
    ['"\\x"', 'malformed_json'],
    ['"\\ud800"', 'malformed_json'],
    ['"\\udc00\\ud800"', 'malformed_json'],
    ['{"a":1,"a":2}', 'malformed_json'],
    ['{"a":1,"\\u0061":2}', 'malformed_json'],
    ['{"__proto__":{}}', 'malformed_json'],
    ['{"a":{"constructor":1}}', 'malformed_json'],
    ['[{"prototype":1}]', 'malformed_json'],
    ['{"\\u005f_proto__":1}', 'malformed_json'],
    ['"\\u0000"', 'invalid_body'],
    ['9007199254740992', 'invalid_body'],
    ['[-9007199254740993]', 'invalid_body'],
    ['1e-400', 'invalid_body'],
    ['0e-400', 'accepted'],
    ['9007199254740991', 'accepted'],
    ['1e300', 'accepted'],
    ['"\\ud834\\udd1e"', 'accepted'],
  ])('answers %j with %s', (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it.each([
    ['"\\u0000"', ''],
    ['{"a":"\\u0000"}', '/a'],
    ['{"a":1,"b":[{},{"c~/":9007199254740993}]}', '/b/1/c~0~1'],
    ['[[1],[],[2,[3,"\\u0000"]]]', '/2/1/1'],
    ['{"a":{"b":1},"c\\u0000":1}', ''],
    ['{"a":{"b":1,"\\u0000":1}}', '/a'],
  ])('tells where %j cannot be kept: %j', (text, pointer) => {
    expect(problemOf(text)).toMatchObject({
      code: 'invalid_body',
      more: { errors: [{ pointer, code: 'unkeepable' }] },
    });
  });

  it('takes 64 levels and refuses 65, however long the text is', () => {
    expect(refusal('['.repeat(64) + ']'.repeat(64))).toBe('accepted');
    expect(refusal('['.repeat(65) + ']'.repeat(65))).toBe('too_deep');
    expect(refusal('['.repeat(100_000))).toBe('too_deep');
    expect(refusal('{"a":'.repeat(100_000))).toBe('too_deep');
  });

  it('counts depth, not the number of values', () => {
    expect(refusal(`[${'[],'.repeat(1000)}{}]`)).toBe('accepted');
  });

  it('S11: takes so many values and keys and not one more, and reads no further', () => {
    const values = { depth: 64, values: 6 };
    const all = '{"a":[1,"b",null]}';
    expect(parseStrictJson(all, values)).toEqual(JSON.parse(all));
    const tooMany = problemOf('[1,2,{"k":[]},5, and this is no JSON', values);
    expect(tooMany).toMatchObject({ code: 'payload_too_large', more: { bound: 'body_values' } });
    expect(tooMany?.detail).toContain('more than 6 values and keys');
    expect(refusal('{"a":1,"b":2,"c":3}')).toBe('accepted');
    expect(problemOf('{"a":1,"b":2,"c":3}', values)).toMatchObject({ code: 'payload_too_large' });
  });

  it('S11: what is kept of a body keeps nothing else of it', () => {
    const kept: unknown[] = [];
    const before = liveHeap();
    for (let count = 0; count < 20; count += 1) {
      const text = `{"name":"a name of some length ${count}","more":"${'x'.repeat(2_000_000)}"}`;
      kept.push((parseStrictJson(text, LIMITS) as { name: string }).name);
    }
    expect(liveHeap() - before).toBeLessThan(10_000_000);
    expect(kept.at(-1)).toBe('a name of some length 19');
  });
});

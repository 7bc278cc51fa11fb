import type { TensorFacts } from '../port.js';
import { UnfitInput } from '../unfit-input.js';
import { tableReader } from './table.js';

const column = (name: string, type: string, width: number | null = 1): TensorFacts => ({
  name,
  type,
  shape: [null, width],
});
const read = (row: string, ...inputs: readonly TensorFacts[]) => tableReader({ model: { inputs } })(row);
const refusal = (row: string, ...inputs: readonly TensorFacts[]): string => {
  try {
    read(row, ...inputs);
  } catch (error) {
    if (error instanceof UnfitInput) return error.message;
    throw error;
  }
  return 'taken';
};
const A = column('a', 'float32');
const B = column('b', 'int64');

describe('a row', () => {
  it.each([
    '0.5,9007199254740993',
    '[0.5,9007199254740993]',
    'b,a\n9007199254740993,0.5',
    '{"b":9007199254740993,"a":0.5}',
  ])('has its numbers as they are written: %j', (row) => {
    const { a, b } = read(row, A, B);
    expect([a?.data, b?.data]).toEqual([Float32Array.of(0.5), BigInt64Array.of(9007199254740993n)]);
  });

  it.each(['-0,1', '[-0.0,1]', '["-0",1]'])('has -0 where it says -0: %j', (row) => {
    expect(read(row, A, B)['a']?.data).toEqual(Float32Array.of(-0));
  });

  it.each([
    ['int32', '1.5'],
    ['int32', '2147483648'],
    ['int8', '300'],
    ['uint8', '-1'],
    ['int64', '9223372036854775808'],
    ['float32', '1e39'],
    ['float32', '1e400'],
    ['float16', '65520'],
  ])('is refused where %s cannot hold %s, in every way of writing it', (type, value) => {
    const x = column('x', type);
    for (const row of [
      value,
      `x\n${value}`,
      `[${value}]`,
      `["${value}"]`,
      `{"x":${value}}`,
      `{"x":["${value}"]}`,
    ])
      expect(refusal(row, x)).toMatch(/takes|too large/);
  });

  it.each(['', ' ', '0x10', '1_000', 'Inf', 'None'])('is refused where a number is %j', (value) => {
    expect(refusal(`1,"${value}"`, column('x', 'float32', 2))).toMatch(/value 2 of the row/);
    expect(refusal(`[1,"${value}"]`, column('x', 'float32', 2))).toMatch(/value 2 of the row/);
  });

  it.each([
    ['0.9,0.1\n0.1,0.9', /One row is asked about at a time/],
    ['a,c\n1,2', /One row/],
    ['a,a\n1,2', /One row/],
    ['a\n1', /One row/],
    ['a,b,c\n1,2,3', /One row/],
    ['a,b\n1,2\n3,4', /One row/],
    ['{"a":1}', /has no b/],
    ['{"a":1,"b":2,"c":3}', /no input c/],
    ['{"a":1,"a":2,"b":3}', /a key stands twice/],
    ['{"a":1,"b":null}', /has no b/],
    ['[[1,2],[3,4]]', /list of numbers/],
  ])('is one, whose names are all of the model’s inputs: %j', (row, message) => {
    expect(refusal(row, A, B)).toMatch(message);
  });

  it('has texts that come to the model whole', () => {
    expect(read('["ü",7]', column('x', 'string', 2))['x']?.data).toEqual(['ü', '7']);
    expect(refusal('a\0b', column('x', 'string'))).toMatch(/NUL/);
    expect(refusal('["a\\u0000b"]', column('x', 'string'))).toMatch(/NUL/);
  });
});

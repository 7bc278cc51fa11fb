import type { Json } from '@cairn/kernel';
import type { TensorFacts } from '../port.js';
import { UnfitInput } from '../unfit-input.js';
import { rawAnswer, rawInputs } from './raw.js';
import { numeric } from './tensor.js';

const facts = (type: string, ...shape: (number | null)[]): TensorFacts => ({ name: 'x', type, shape });
const data = (type: string, x: Json) => rawInputs({ x }, [facts(type, null, 2)])['x']?.data;
const refusal = (type: string, x: Json): UnfitInput | undefined => {
  try {
    data(type, x);
  } catch (error) {
    if (error instanceof UnfitInput) return error;
    throw error;
  }
  return undefined;
};

describe('named tensors of JSON', () => {
  it.each<[string, Json]>([
    ['int8', 300],
    ['uint8', -1],
    ['int32', 1.7],
    ['int64', 'NaN'],
    ['int64', '9223372036854775808'],
    ['uint64', '-1'],
    ['bool', 2],
    ['float32', 1e39],
    ['float32', ''],
    ['float32', null],
    ['float64', true],
    ['string', 1],
    ['string', 'a\0b'],
    ['string', '\ud83d'],
  ])('are refused where %s cannot hold %j, with its place', (type, value) => {
    const good = type === 'string' ? 'a' : 1;
    expect(
      refusal(type, [
        [good, good],
        [good, value],
      ]),
    ).toMatchObject({
      message: expect.stringMatching(/^The input x is .* inputs\.x\[1\]\[1\] is/),
      at: { pointer: '/inputs/x/1/1' },
    });
    expect(refusal(type, { shape: [1, 2], data: [good, value] })?.at.pointer).toBe('/inputs/x/data/1');
  });

  it('say how a whole number beyond 2^53 is written', () => {
    expect(refusal('int64', [[2 ** 53 + 2, 1]])?.message).toMatch(/beyond 2\^53 as texts/);
    expect(data('int64', [['9007199254740993', 1]])).toEqual(BigInt64Array.of(9007199254740993n, 1n));
  });

  it.each<[Json]>([
    [[[1, 2], [3]]],
    [[[1], [2, 3]]],
    [[[1, 2], 3]],
    [{ shape: [2, 2], data: [[1, 2, 3], [4]] }],
  ])('are refused when their lists are uneven: %j', (x) => {
    expect(refusal('float32', x)?.message).toMatch(/not as long as its shape says/);
  });

  it('stand flat or nested in `data`', () => {
    const wanted = Float32Array.of(1, 2, 3, 4);
    expect(data('float32', { shape: [2, 2], data: [1, 2, 3, 4] })).toEqual(wanted);
    expect(
      data('float32', {
        shape: [2, 2],
        data: [
          [1, 2],
          [3, 4],
        ],
      }),
    ).toEqual(wanted);
    expect(rawInputs({ x: 5 }, [facts('float32')])['x']).toMatchObject({
      dims: [],
      data: Float32Array.of(5),
    });
  });

  it('keep -0, and tell it as a text, for JSON.stringify writes 0', () => {
    for (const type of ['float16', 'float32', 'float64']) {
      const tensor = numeric(type, [3], [-0, 0, 0.5]);
      const x = { type, shape: [3], data: ['-0', 0, 0.5] };
      expect(rawAnswer([['x', tensor]])).toMatchObject([{ value: { x } }]);
    }
    expect(data('float32', [[-0, '-0']])).toEqual(Float32Array.of(-0, -0));
  });
});

import { numbersOfHalves, numberInText, numberType } from './numbers.js';
import { floatsOf, numeric, texts } from './tensor.js';
import { UnfitInput } from '../unfit-input.js';

const only = (type: string, value: number | bigint) => numeric(type, [1], [value]).data[0];

describe('a tensor of numbers', () => {
  it.each<[string, number | bigint, number | bigint]>([
    ['int8', -128, 127],
    ['uint8', 0, 255],
    ['int16', -32_768, 32_767],
    ['uint16', 0, 65_535],
    ['int32', -2_147_483_648, 2_147_483_647],
    ['uint32', 0, 4_294_967_295],
    ['int64', -9223372036854775808n, 9223372036854775807n],
    ['uint64', 0n, 18446744073709551615n],
    ['bool', 0, 1],
  ])('of %s holds whole numbers from %s to %s, and refuses the next ones', (type, least, most) => {
    expect([only(type, least), only(type, most)]).toEqual([least, most]);
    for (const beyond of [BigInt(least) - 1n, BigInt(most) + 1n])
      expect(() => only(type, beyond)).toThrow(UnfitInput);
    for (const none of [1.7, NaN, Infinity, 0.5]) expect(() => only(type, none)).toThrow(UnfitInput);
  });

  it.each(['int64', 'uint64'])(
    'of %s takes no number that was rounded before, and says how to write it',
    (type) => {
      expect(() => only(type, 2 ** 53)).toThrow(/those beyond 2\^53 as texts/);
      expect(only(type, 2n ** 53n + 1n)).toBe(2n ** 53n + 1n);
    },
  );

  it.each([
    ['float16', 65_519, 65_520],
    ['float32', 3.4028235e38, 1e39],
    ['float64', Number.MAX_VALUE, 10n ** 309n],
  ])('of %s refuses what would become infinity, and takes infinity', (type, most, beyond) => {
    expect(() => only(type, most)).not.toThrow();
    expect(() => only(type, beyond)).toThrow(UnfitInput);
    expect(() => only(type, typeof beyond === 'bigint' ? -beyond : -beyond)).toThrow(UnfitInput);
    const { data } = numeric(type, [4], [Infinity, -Infinity, NaN, -0]);
    expect(Array.from(floatsOf({ type, data }))).toEqual([Infinity, -Infinity, NaN, -0]);
  });

  it('of float16 has the nearest one, of two as near the even one', () => {
    const bits = numeric(
      'float16',
      [6],
      [1, 2049, 2051, 1 + 2 ** -11 + 2 ** -30, 2 ** -25, 3 * 2 ** -25],
    ).data;
    expect(bits).toEqual(Uint16Array.of(0x3c00, 0x6800, 0x6802, 0x3c01, 0, 2));
  });

  it('of float16 comes back as it was, each of its bits', () => {
    const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits);
    const numbers = numbersOfHalves(all);
    const again = numeric('float16', [65_536], numbers).data;
    expect(all.filter((bits, at) => !Number.isNaN(numbers[at]) && again[at] !== bits)).toEqual(
      new Uint16Array(),
    );
    expect([0x3c00, 0xc000, 0x7bff, 0x0001].map((bits) => numbers[bits])).toEqual([1, -2, 65_504, 2 ** -24]);
  });

  it('is of a type that holds numbers', () => {
    for (const type of ['string', 'bfloat16', 'constructor'])
      expect(() => only(type, 1)).toThrow(/cannot be made from numbers/);
  });
});

describe('a number in a text', () => {
  const read = (type: string, text: string) => numberInText(text, numberType(type)!);
  it.each<[string, string, number | bigint]>([
    ['float32', '1.5', 1.5],
    ['float32', '-0', -0],
    ['float64', '+.5e-3', 0.0005],
    ['float64', 'NaN', NaN],
    ['float64', '-Infinity', -Infinity],
    ['int32', '1.0', 1],
    ['int64', '9007199254740993', 9007199254740993n],
    ['int64', '+9007199254740993.00', 9007199254740993n],
  ])('of %s: %s', (type, text, number) => {
    expect(read(type, text)).toBe(number);
  });

  it.each([
    '',
    ' ',
    '0x10',
    '1_000',
    'infinity',
    '+Infinity',
    'nan',
    '1e400',
    '1 ',
    '1,5',
    '1n',
    '.',
    '0b1',
    '٣',
    '9'.repeat(401),
  ])('is none in %j', (text) => {
    expect([read('float64', text), read('int64', text)]).toEqual([undefined, undefined]);
  });

  it.each(['NaN', 'Infinity', '1.5', '1e3'])('is no whole one in %s', (text) => {
    expect(read('int64', text)).toBeUndefined();
  });
});

describe('a tensor of texts', () => {
  it.each(['a\0b', '\ud83d', '\ude00\ud83d'])(
    'refuses %j, which would not come to the model as it is',
    (text) => {
      expect(() => texts([1], [text])).toThrow(UnfitInput);
    },
  );
  it('has all others', () => {
    expect(texts([2], ['', 'Trottellumme 🐦']).data).toEqual(['', 'Trottellumme 🐦']);
  });
});

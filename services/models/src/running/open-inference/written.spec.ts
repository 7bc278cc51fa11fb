import { atOnce, type Json } from '@cairn/kernel';
import { bytesOfTexts, textsIn } from './texts.js';
import { bytesOfValues } from './written.js';

describe('what stands in the bytes', () => {
  it.each<[string, readonly Json[], string]>([
    ['bool', [true, false], '0100'],
    ['uint8', [255], 'ff'],
    ['uint16', [258], '0201'],
    ['uint32', [4_294_967_295], 'ffffffff'],
    ['uint64', ['18446744073709551615', 1], 'ffffffffffffffff0100000000000000'],
    ['int8', [-1], 'ff'],
    ['int16', [-2], 'feff'],
    ['int32', [-2], 'feffffff'],
    ['int64', ['-9223372036854775808'], '0000000000000080'],
    ['float16', [1, 'Infinity', 'NaN'], '003c007c007e'],
    ['float16', ['-0', 65_504], '0080ff7b'],
    ['float32', [0.1, '-Infinity', '-0'], 'cdcccc3d000080ff00000080'],
    ['float64', ['-0'], '0000000000000080'],
    ['float64', [0.1], '9a9999999999b93f'],
    ['string', ['é', ''], '02000000c3a900000000'],
  ])('%s is written as the protocol has it', (type, values, hex) => {
    expect(atOnce(bytesOfValues(type, values)).toString('hex')).toBe(hex);
  });

  it('texts come back as they were', () => {
    const texts = ['', 'a', 'Trottellumme 🐦', '\0'];
    expect(textsIn(bytesOfTexts(texts), texts.length, 'x')).toEqual(texts);
    expect(bytesOfTexts(['é', '']).toString('hex')).toBe('02000000c3a900000000');
  });
});

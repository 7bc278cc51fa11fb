import { flatnessOf } from './flatness.js';

const MB = 1_000_000;
const heap = (values: readonly number[]) =>
  flatnessOf({ values, counts: 'least', mayGrow: { share: 0.1, by: 8 * MB } });
/** A saw: garbage comes and is collected. */
const saw = (leak: number) =>
  Array.from({ length: 300 }, (_, at) => 100 * MB + (at % 20) * 2 * MB + at * leak);

describe('whether memory stays flat', () => {
  it('is so while garbage comes and goes', () => expect(heap(saw(0)).isFlat).toBe(true));
  it('is not so when a little is left each time', () => expect(heap(saw(0.05 * MB)).isFlat).toBe(false));
  it('is so after one moment of much memory', () => {
    const values = saw(0).map((value, at) => (at > 250 && at < 280 ? value * 2 : value));
    expect(heap(values).isFlat).toBe(true);
  });
  it('is told as the growth from first to last', () => {
    const { growth, isFlat } = flatnessOf({
      values: Array.from({ length: 120 }, (_, at) => at),
      counts: 'middle',
      mayGrow: { share: 0.1, by: 5 },
    });
    expect([growth, isFlat]).toEqual([110, false]);
  });
});

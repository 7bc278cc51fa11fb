/** Numbers of 16 bits (IEEE 754 binary16), for which Node 20 and 22 have no array. */

const SMALLEST = 2 ** -24;

/** The number that 16 bits stand for. */
export const numberOfHalf = (bits: number): number => {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * SMALLEST;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

/** The bits of a number that 16 bits hold: what `numberOfHalf` gave; another is cut off. */
export const halfOfNumber = (value: number): number => {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65_536) return sign | 0x7c00;
  if (size < 2 ** -14) return sign | Math.floor(size / SMALLEST);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | Math.floor((size / 2 ** exponent - 1) * 1024);
};

import { type Tensor, floatsOf } from '../tensors/tensor.js';

/** Of the largest number in either: sums are rounded otherwise when there are more rows. */
const RELATIVE = 1e-5;

/** Whether two tensors have one shape and the same values, floats as near as they are computed. */
export const isSame = (one: Tensor, other: Tensor): boolean => {
  if (one.type !== other.type || JSON.stringify(one.dims) !== JSON.stringify(other.dims)) return false;
  if (!one.type.startsWith('float'))
    return Array.from(one.data as ArrayLike<unknown>).every((value, index) => value === other.data[index]);
  const [left, right] = [floatsOf(one), floatsOf(other)];
  let largest = 0;
  for (const value of left) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return left.every((value, index) => {
    const compared = right[index] ?? Number.NaN;
    return Object.is(value, compared) || Math.abs(value - compared) <= RELATIVE * largest;
  });
};

import { isRefusal, type Refusal } from '@cairn/kernel';
import { refusedProblem } from '../../problems/problem.js';

/** What a query found; a refusal is thrown as the problem that it is. */
export const unrefused = <Value>(value: Value | Refusal): Value => {
  if (isRefusal(value)) throw refusedProblem(value);
  return value;
};

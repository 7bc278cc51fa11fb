import type { Operation } from './kit/operation.js';
import * as served from './served.js';

/** Every operation by its id, with its literal types. */
export const operations: typeof served = served;

export type Operations = typeof served;
export type OperationId = keyof Operations;

/** Every operation, ordered by path and method. */
export const allOperations: readonly Operation[] = Object.values<Operation>(served).sort((one, other) =>
  `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`, 'en'),
);

import { type Operations, operations } from './areas.js';
import type { Operation } from './kit/operation.js';

export type OperationId = keyof Operations;

/** Every operation, ordered by path and method. */
export const allOperations: readonly Operation[] = Object.values<Operation>(operations).sort((one, other) =>
  `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`, 'en'),
);

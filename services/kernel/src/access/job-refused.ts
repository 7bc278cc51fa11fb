import type { JobError } from '@cairn/contracts';
import { isRefusal, type Refusal } from '../base/refusal.js';

/** The work cannot be done and trying again does not help: the job fails with this code of the catalogue. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
  constructor(
    readonly code: string,
    message: string,
    readonly errors: readonly JobError[] = [],
  ) {
    super(message);
  }
}

/** The value, unless it is a refusal: then `JobRefused`. */
export const unlessRefused = <Value>(value: Value | Refusal): Value => {
  if (isRefusal(value)) throw new JobRefused(value.refused, value.detail);
  return value;
};

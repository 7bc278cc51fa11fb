import type { Charge } from './charge.js';

/** What is charged to somebody, and of how many documents that was read. */
export interface Used extends Charge {
  readonly documents: number;
}

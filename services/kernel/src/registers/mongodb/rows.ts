import type { Document, Filter } from 'mongodb';
import type { Clock } from '../../clock/port.js';
import type { Json } from '../../base/json-value.js';
import type { Register } from '../port.js';

/** A register as a document. */
export interface Row {
  readonly _id: string;
  /** A number as itself, so that it can be added to; everything else as JSON text, so that it comes back as it was. */
  readonly value: number | string;
  readonly revision: number;
  readonly expiresAt: Date;
}

/** The end of what has no end: nothing is compared with a missing field. */
const NEVER = new Date('9999-12-31T23:59:59.999Z');

export const registerOf = ({ value, revision }: Row): Register => ({
  value: typeof value === 'number' ? value : (JSON.parse(value) as Json),
  revision,
});

/** Time as expressions that the server calculates: by its own clock, or by the one that is given. */
export class Expiry {
  constructor(private readonly clock: Clock | undefined) {}

  /** Those of a filter that are there for who asks. By `$and`: SecantusDB finds them by the index only so. */
  live(filter: Filter<Row>): Filter<Row> {
    return { $and: [filter, { $expr: this.isLive() }] };
  }

  /** Whether a document is there, as an expression over its fields. */
  isLive(): Document {
    return { $gt: ['$expiresAt', this.#now()] };
  }

  after(ttlMs: number | undefined): Document | Date {
    if (ttlMs === undefined) return NEVER;
    return { $dateAdd: { startDate: this.#now(), unit: 'millisecond', amount: Math.round(ttlMs) } };
  }

  #now(): Date | string {
    return this.clock === undefined ? '$$NOW' : new Date(this.clock.now());
  }
}

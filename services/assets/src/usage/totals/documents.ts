import type { Document } from '@cairn/kernel';
import type { Charge } from '../charge.js';
import { accountOf, keyOf, type Payer } from '../payers.js';
import type { Place } from '../place.js';

/** What is charged in one place: to an owner by organization, and to an organization. Kept beside what it is the sum of. */
export interface TotalDocument extends Document, Charge {
  readonly payer: string;
  /** Where what an owner has is. */
  readonly organization_id: string | null;
  /** How many documents it is the sum of, without what is in them; a sum of none is not there. */
  readonly counted: number;
}

/** How far the totals are that did not begin with the first event. */
export interface ProgressDocument extends Document {
  /** What has an id up to this one is in the totals; null: all is. */
  readonly up_to: string | null;
}

/** The document of the progress, found together with those of a payer, so that both are of one moment. */
export const PROGRESS = { id: 'progress', payer: 'progress' } as const;

/** Who is charged for all in one place. */
export type TotalKey = Pick<TotalDocument, 'id' | 'payer' | 'organization_id'>;

const ofPayer = (payer: Payer, organizationId: string | null): TotalKey => ({
  id: `${keyOf(payer)} ${organizationId ?? ''}`,
  payer: keyOf(payer),
  organization_id: organizationId,
});

/** The totals that something in a place is in: who of them pays is known when it is asked. */
export const totalKeysOf = ({ ownerId, organizationId }: Place): readonly TotalKey[] => [
  ofPayer(accountOf(ownerId), organizationId),
  ...(organizationId === null ? [] : [ofPayer({ kind: 'organization', id: organizationId }, organizationId)]),
];

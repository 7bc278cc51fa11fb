import type { Document } from '@cairn/kernel';
import type { Charge } from '../charge.js';
import type { UsageName } from '../charging.js';
import { accountOf, keyOf, type Payer } from '../payers.js';
import type { Place } from '../place.js';

/** What is charged in one place: to an owner by organization, and to an organization. Kept beside what it is the sum of. */
export interface TotalDocument extends Document, Charge {
  readonly payer: string;
  /** Where what an owner has is. */
  readonly organization_id: string | null;
  /** How many assets these are; one of none is not there. */
  readonly assets: number;
}

/** How far the totals are that did not begin with the first event. */
export interface ProgressDocument extends Document {
  /** The assets up to this id are in the totals; null: all are. */
  readonly up_to: string | null;
}

export const totalsCollection = ({ called }: Pick<UsageName, 'called'>): string => `${called}_usage_totals`;

/** The document of the progress, found together with those of a payer, so that both are of one moment. */
export const PROGRESS = { id: 'progress', payer: 'progress' } as const;

/** A document that stands for all assets in a place that one payer has. */
export type TotalKey = Pick<TotalDocument, 'id' | 'payer' | 'organization_id'>;

const ofPayer = (payer: Payer, organizationId: string | null): TotalKey => ({
  id: `${keyOf(payer)} ${organizationId ?? ''}`,
  payer: keyOf(payer),
  organization_id: organizationId,
});

/** The documents in which an asset is counted: of which of them it is paid is known when it is asked. */
export const totalKeysOf = ({ ownerId, organizationId }: Place): readonly TotalKey[] => [
  ofPayer(accountOf(ownerId), organizationId),
  ...(organizationId === null ? [] : [ofPayer({ kind: 'organization', id: organizationId }, organizationId)]),
];

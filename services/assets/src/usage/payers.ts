import type { QuotasInForce } from '@cairn/kernel';
import type { Place } from './place.js';

/** Who is charged for an asset and all that is in it. */
export interface Payer {
  readonly kind: 'account' | 'organization';
  readonly id: string;
}

export const accountOf = (id: string): Payer => ({ kind: 'account', id });
export const isSame = (one: Payer, other: Payer): boolean => one.kind === other.kind && one.id === other.id;

/** The organization, where it has a quota of its own; else the account of the owner: nobody gains room by making groups. */
export const payerOf = async (
  { ownerId, organizationId }: Place,
  { ofOrganization }: Pick<QuotasInForce, 'ofOrganization'>,
): Promise<Payer> =>
  organizationId !== null && (await ofOrganization(organizationId)) !== undefined
    ? { kind: 'organization', id: organizationId }
    : accountOf(ownerId);

/** The same for who is the same. */
export const keyOf = ({ kind, id }: Payer): string => `${kind} ${id}`;

import type { Visibility } from '@cairn/contracts';
import {
  createdBetween,
  type Filter,
  type QueryContext,
  type Reach,
  sent,
  tokens,
  wordsIn,
} from '@cairn/kernel';

/** What lists of assets are narrowed by: the filters of `assetList`. */
export interface AssetFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly user_id?: string | undefined;
  readonly organization_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly visibility?: Visibility | undefined;
  /** Of those that have one: its collection must have an index for it. */
  readonly kind?: string | undefined;
  readonly public?: boolean | undefined;
  readonly shared_with_me?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** True: those that were deleted and that the caller may restore. */
  readonly deleted?: boolean | undefined;
}

/** A key of an organization lists what is there; what is elsewhere is nothing to it. */
const withinKey = (
  { organizationId }: QueryContext['principal'],
  wanted: string | undefined,
): { readonly organization_id?: string } => {
  if (organizationId === undefined) return {};
  return { organization_id: wanted === undefined || wanted === organizationId ? organizationId : NOWHERE };
};
/** No organization is called so. */
const NOWHERE = '-';

/**
 * Where the assets are that the caller may see: one query on their reader entries. What is shared with the caller is where
 * a share of theirs is in force, which is no more once its end has come.
 */
export const assetFilter = (
  { principal, at }: Pick<QueryContext, 'principal' | 'at'>,
  { tokens: held }: Reach,
  filters: AssetFilters,
): Filter => {
  const { q, shared_with_me: shared, from, to, deleted = false, ...fields } = filters;
  const own = [tokens.user(principal.userId)];
  return {
    fields: {
      ...sent(fields),
      deleted,
      ...(deleted ? { purged: null } : {}),
      ...(shared === false ? { user_id: principal.userId } : {}),
      ...withinKey(principal, fields.organization_id),
      ...createdBetween({ from, to }),
    },
    readers: { field: 'readers', tokens: shared === true ? own : held, at },
    ...(shared === true ? { any: { shared_with: own } } : {}),
    ...wordsIn(q),
  };
};

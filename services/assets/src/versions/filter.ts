import { createdBetween, type Filter, sent, wordsIn } from '@cairn/kernel';

/** By what lists of versions are narrowed, whatever they are of. */
export interface VersionFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What was purged is not told: it cannot be restored. */
export const filterOf = (
  assetField: string,
  assetId: string,
  { q, name, deleted = false, from, to }: VersionFilters,
): Filter => ({
  fields: {
    ...{ [assetField]: assetId, deleted },
    ...(deleted ? { purged: null } : {}),
    ...sent({ name }),
    ...createdBetween({ from, to }),
  },
  ...wordsIn(q),
});

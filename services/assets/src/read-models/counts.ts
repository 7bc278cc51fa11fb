import {
  allOf,
  COUNT_LIMIT,
  type CountedAssets,
  type Document,
  type Filter,
  pagesOf,
  type QueryContext,
  type Rights,
  scopesCover,
  type Soon,
} from '@cairn/kernel';
import type { AssetName } from '../domain/access.js';
import type { AssetDocument } from './document.js';
import { assetFilter } from './list.js';

type Reader = Pick<QueryContext, 'principal' | 'rights' | 'at' | 'today'>;
type IsReadable = (context: Reader, today: AssetDocument) => Soon<boolean>;
type Kept = AssetName & { readonly collection: string };

/** So many rows are read at once. */
const ROWS = 1_000;

/** The assets of one kind as the caller sees them in projects: one query for all of these, as long as they have few. */
export const countedAssets = (its: Kept, isReadable: IsReadable): CountedAssets => ({
  resource: its.resource,
  inProjects: async (context, ids) => {
    const counts = new Map<string, number>();
    if (ids.length === 0 || !scopesCover(context.principal.scopes, `${its.resource}:read`)) return counts;
    const rows = await rowsIn(its, context, isReadable);
    const all = await rows(ids, COUNT_LIMIT);
    if (all.isAll) return tallied(counts, all.projects);
    const most = Math.ceil(COUNT_LIMIT / ids.length);
    for (const id of ids) tallied(counts, (await rows([id], most)).projects);
    return counts;
  },
});

const tallied = (counts: Map<string, number>, projects: readonly string[]): Map<string, number> => {
  for (const id of projects) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

interface Rows {
  /** The project of each asset that the caller sees. */
  readonly projects: readonly string[];
  /** False where so many were looked at that others were left. */
  readonly isAll: boolean;
}

/** Looks at the assets of some projects, at so many at most. */
const rowsIn = async (its: Kept, context: Reader, isReadable: IsReadable) => {
  const { today, principal } = context;
  const reach = await context.rights.reach(principal.userId);
  const reader = { ...context, rights: askedOnce(context.rights) };
  const isSeen = (document: Document): Soon<boolean> =>
    !reach.toBeDecided || isReadable(reader, document as AssetDocument);
  return async (ids: readonly string[], most: number): Promise<Rows> => {
    const { fields, ...found } = assetFilter(context, reach, {});
    const filter: Filter = { ...found, fields: { ...fields, project_id: ids } };
    const projects: string[] = [];
    let left = most;
    for await (const page of pagesOf(today, its.collection, filter, Math.min(ROWS, most + 1))) {
      const some = page.slice(0, left);
      const seen = await allOf(some.map(isSeen));
      const shown = some.filter((_, index) => seen[index]);
      projects.push(...shown.flatMap(({ project_id: id }) => (typeof id === 'string' ? [id] : [])));
      if (page.length > left) return { projects, isAll: false };
      left -= page.length;
    }
    return { projects, isAll: true };
  };
};

/** What a person is to the groups of many assets of the same owners, in the same projects: each is asked once. */
const askedOnce = (rights: Rights): Rights => {
  const known = new Map<string, ReturnType<Rights['standing']>>();
  return {
    ...rights,
    standing: (userId, asset) => {
      const key = [userId, asset.userId, asset.organizationId, asset.projectId].join(' ');
      const standing = known.get(key) ?? rights.standing(userId, asset);
      known.set(key, standing);
      return standing;
    },
  };
};

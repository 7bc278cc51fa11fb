import {
  ByteBound,
  type Document,
  type DocumentsReader,
  type Filter,
  heapBytes,
  matches,
  PAGE_BYTES,
  pagesOf,
} from '@cairn/kernel';
import type { AssetDocument } from './document.js';

/** Assets and their versions are shown as far as they take so many bytes, the newest versions first: an asset may have any number. */
const MOST_BYTES = PAGE_BYTES;
/** Of the assets of a page so many are left where the versions of all of them are too much. */
const FEWER = 1 / 4;
/** Versions that one statement reads. */
const PAGE = 1_000;

/** What stands beside the first of some assets, by their ids. */
export interface BesideAssets<Beside> {
  readonly found: ReadonlyMap<string, Beside>;
  /** So many of the assets there is room for. */
  readonly covered: number;
}

/** Where versions stand, and under which assets. */
export interface StandingVersions {
  readonly collection: string;
  /** The field that names their asset. */
  readonly of: string;
  /** Which of them are seen. */
  readonly seen: NonNullable<Filter['fields']>;
}

/**
 * Versions of assets, oldest first. A page of assets has as many as there is room for with all of their versions; one asset
 * goes alone, with the newest of its versions and the active one.
 */
export const versionsBeside = async (
  documents: Pick<DocumentsReader, 'findPage' | 'get'>,
  versions: StandingVersions,
  assets: readonly AssetDocument[],
): Promise<BesideAssets<readonly Document[]>> => {
  for (let some = assets; ; some = some.slice(0, Math.ceil(some.length * FEWER))) {
    const ids = some.map(({ id }) => id);
    const { found, isAll } = await newestOf(documents, versions, some);
    const [asset] = some;
    if (isAll) return { found: byAsset(versions, ids, found), covered: ids.length };
    if (asset === undefined || some.length > 1) continue;
    const all = [...found, ...(await activeAmong(documents, versions, asset, found))];
    return { found: byAsset(versions, ids, all), covered: 1 };
  }
};

/** The active version, where it is none of the newest. */
const activeAmong = async (
  documents: Pick<DocumentsReader, 'get'>,
  { collection, of, seen }: StandingVersions,
  { id, active_version_id }: AssetDocument,
  newest: readonly Document[],
): Promise<readonly Document[]> => {
  if (active_version_id === '' || newest.some((each) => each.id === active_version_id)) return [];
  const active = await documents.get(collection, active_version_id);
  return active !== undefined && matches(active, { fields: { ...seen, [of]: id } }) ? [active] : [];
};

/** As many as fit beside their assets, the newest first. */
const newestOf = async (
  documents: Pick<DocumentsReader, 'findPage'>,
  { collection, of, seen }: StandingVersions,
  assets: readonly AssetDocument[],
): Promise<{ readonly found: readonly Document[]; readonly isAll: boolean }> => {
  const found: Document[] = [];
  if (assets.length === 0) return { found, isAll: true };
  const bound = new ByteBound(MOST_BYTES);
  bound.takes(heapBytes(assets));
  const filter = { fields: { ...seen, [of]: assets.map(({ id }) => id) } };
  for await (const page of pagesOf(documents, collection, filter, PAGE, '-created_at'))
    for (const version of page) {
      if (!bound.takes(heapBytes(version))) return { found, isAll: false };
      found.push(version);
    }
  return { found, isAll: true };
};

const byAsset = (
  { of }: StandingVersions,
  ids: readonly string[],
  newest: readonly Document[],
): ReadonlyMap<string, readonly Document[]> => {
  const found = new Map<string, Document[]>(ids.map((id) => [id, []]));
  for (const version of newest.toReversed()) {
    const asset = version[of];
    if (typeof asset === 'string') found.get(asset)?.push(version);
  }
  return found;
};

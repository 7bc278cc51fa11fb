import {
  type Filter,
  pagesOf,
  type Projection,
  SWEPT_AT_ONCE,
  type Swept,
  type ToSweep,
  WHETHER_OR_NOT,
} from '@cairn/kernel';

/** Where the documents of assets of one kind are, of their shares and of their versions. */
export interface SweptAssets {
  /** Of assets and shares. */
  readonly projection: Projection;
  readonly collection: string;
  readonly shares: string;
  readonly versions: string;
  /** All versions of an asset, deleted or not. */
  allVersions(this: void, id: string): NonNullable<Filter['fields']>;
  /** What is removed with a version. */
  ofVersion(this: void, id: string): Swept;
}

/**
 * What goes when assets and versions are purged: with whom the assets were shared, and what is in the versions. The
 * documents of assets and of versions stay: they say who may read the past.
 */
export const purgedOfAssets = (its: SweptAssets): ToSweep =>
  async function* (documents) {
    const purged = { fields: { purged: true } };
    for await (const versions of pagesOf(documents, its.versions, purged, SWEPT_AT_ONCE))
      for (const { id } of versions) yield its.ofVersion(id);
    for await (const assets of pagesOf(documents, its.collection, purged, SWEPT_AT_ONCE))
      for (const { id } of assets) {
        yield {
          projection: its.projection.name,
          collection: its.shares,
          fields: { asset_id: id, deleted: WHETHER_OR_NOT },
        };
        const within = { fields: its.allVersions(id) };
        for await (const versions of pagesOf(documents, its.versions, within, SWEPT_AT_ONCE))
          for (const version of versions) yield its.ofVersion(version.id);
      }
  };

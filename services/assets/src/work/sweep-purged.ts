import {
  type Documents,
  type Filter,
  pagesOf,
  SWEPT_AT_ONCE,
  type Swept,
  type ToSweep,
  WHETHER_OR_NOT,
} from '@cairn/kernel';

/** The versions of one kind of asset, and what goes with them. */
export interface SweptVersions {
  /** Of their documents; those that are purged say so. */
  readonly collection: string;
  /** All versions of an asset, deleted or not. */
  of(this: void, assetId: string): NonNullable<Filter['fields']>;
  /** What is removed with a version. */
  with(this: void, versionId: string): readonly Swept[];
}

/** Where the documents of assets of one kind and of their shares are. */
export interface SweptAssets {
  /** Of both. */
  readonly projection: string;
  readonly assets: string;
  readonly shares: string;
  readonly versions?: SweptVersions | undefined;
}

async function* idsOfPurged(
  documents: Pick<Documents, 'findPage'>,
  collection: string,
): AsyncGenerator<string> {
  for await (const page of pagesOf(documents, collection, { fields: { purged: true } }, SWEPT_AT_ONCE))
    for (const { id } of page) yield id;
}

/**
 * What goes when assets and versions are purged: with whom the assets were shared, and what is in the versions. The
 * documents of assets and of versions stay: they say who may read the past.
 */
export const purgedOfAssets = ({ projection, assets, shares, versions }: SweptAssets): ToSweep =>
  async function* (documents) {
    if (versions !== undefined)
      for await (const id of idsOfPurged(documents, versions.collection)) yield* versions.with(id);
    for await (const asset_id of idsOfPurged(documents, assets)) {
      yield { projection, collection: shares, fields: { asset_id, deleted: WHETHER_OR_NOT } };
      if (versions === undefined) continue;
      const within = { fields: versions.of(asset_id) };
      for await (const page of pagesOf(documents, versions.collection, within, SWEPT_AT_ONCE))
        for (const { id } of page) yield* versions.with(id);
    }
  };

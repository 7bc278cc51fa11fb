import type { HistoryEntry } from '@cairn/contracts';
import {
  createdBetween,
  type Document,
  type Filter,
  findsNothing,
  type HistorySource,
  mapPage,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  pagesOf,
  type Projection,
  type QueryContext,
  type Refusal,
  sent,
  type Versioned,
  wordsIn,
} from '@cairn/kernel';
import { type AssetDocument, type Deleted, seen, type StreamDocument } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import type { Shown } from '../read-models/showing.js';
import { numbersOf } from './numbers.js';
import type { VersionCollections } from './project.js';

/** A version as its projection keeps it, without what is its own. */
export interface VersionDocument extends StreamDocument {
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly purged?: boolean;
}

/** What every version is shown with, beside the id of its asset. */
export interface VersionFields {
  id: string;
  created_at: string;
  updated_at: string;
  name: string;
  description: string;
  user_id: string;
  version: string;
  version_number: number;
}

/** A version to be shown; `texts`: its long texts, absent in lists of assets. */
export interface ShownVersion<Kept extends VersionDocument> {
  readonly document: Kept;
  readonly shared: VersionFields;
  readonly texts: Document | undefined;
}

/** How the versions of one kind of asset are shown. */
export interface VersionShowing<Kept extends VersionDocument, Beside, Resource> {
  resource(this: void, shown: ShownVersion<Kept>, beside: Beside | undefined): Resource;
  /** What is shown with one that is read by itself: what is in it. */
  beside?(this: void, context: QueryContext, document: Kept): Promise<Beside>;
}

export interface VersionFilters {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly deleted?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The parameters of a path, by their names there. */
type Path = Readonly<Record<string, string>>;

/** Where versions of one kind of asset stand, and under which asset. */
export interface ToldVersions {
  readonly category: string;
  readonly collections: VersionCollections;
  readonly past: Projection;
  readonly assetField: string;
  readonly params: { readonly asset: string; readonly version: string };
  /** Whether some of their fields are kept apart. */
  readonly hasTexts: boolean;
}

/** A version that its asset has taken in. */
export interface ReadableVersion<Kept extends VersionDocument> {
  readonly asset: AssetDocument;
  readonly document: Kept;
  readonly number: number;
}

/** How versions of one kind of asset are read. */
export interface VersionReads<Kept extends VersionDocument, Resource> extends ReturnType<
  typeof versionReads<Kept, unknown, Resource>
> {}

const PAGE = 1_000;

const shared = (
  { id, created_at, updated_at, name, description, user_id, version }: VersionDocument,
  version_number: number,
): VersionFields => ({
  ...{ id, created_at, updated_at, name, description, user_id },
  version: version === '' ? String(version_number) : version,
  version_number,
});

/** How versions of one kind of asset are read. Rights are always today's. */
export const versionReads = <Kept extends VersionDocument, Beside, Resource>(
  its: ToldVersions,
  reads: AssetReads<AssetDocument>,
  { resource, beside }: VersionShowing<Kept, Beside, Resource>,
) => {
  const { collections, category, assetField, params } = its;
  const idsIn = (path: Path) => ({
    assetId: path[params.asset] ?? '',
    versionId: path[params.version] ?? '',
  });
  const numberOf = (context: Pick<QueryContext, 'today'>, ids: readonly string[]) =>
    numbersOf(context, { collection: collections.numbers }, ids);

  /** The version under its asset; one that stands under another is not found (S2, law 6). `deletedToo`: whichever of them is. */
  const readable = async (
    context: QueryContext,
    assetId: string,
    versionId: string,
    { deletedToo = false }: Deleted = {},
  ): Promise<ReadableVersion<Kept> | undefined> => {
    const asset = await reads.naming(context, assetId, { deletedToo });
    if (asset === undefined) return undefined;
    const document = seen(
      (await context.documents.get(collections.versions, versionId)) as Kept | undefined,
      deletedToo,
    );
    if (document?.[assetField] !== assetId) return undefined;
    const number = (await numberOf(context, [versionId])).get(versionId);
    if (number === undefined || !(await reads.isTold(context, assetId, document))) return undefined;
    return { asset, document, number };
  };

  /** Some versions as lists show them; what no asset has taken in is not there: a command that made it ended half way. */
  const listed = async (
    context: Pick<QueryContext, 'today'>,
    documents: readonly Kept[],
    textsOf: (ids: readonly string[]) => Promise<readonly Document[]>,
  ): Promise<readonly { readonly document: Kept; readonly shown: Resource }[]> => {
    const ids = documents.map(({ id }) => id);
    const numbers = await numberOf(context, ids);
    const texts = new Map((await textsOf(ids)).map((each) => [each.id, each]));
    return documents.flatMap((document) => {
      const number = numbers.get(document.id);
      if (number === undefined) return [];
      const each = { document, shared: shared(document, number), texts: texts.get(document.id) };
      return [{ document, shown: resource(each, undefined) }];
    });
  };
  const textsIn =
    ({ documents }: Pick<QueryContext, 'documents'>) =>
    (ids: readonly string[]) =>
      its.hasTexts ? documents.getMany(collections.texts, ids) : Promise.resolve([]);

  return {
    readable,
    /** A version whole; `undefined` when the caller may not know of it. */
    byId: async (
      context: QueryContext,
      path: Path,
      deleted?: Deleted,
    ): Promise<Versioned<Resource> | undefined> => {
      const { assetId, versionId } = idsIn(path);
      const found = await readable(context, assetId, versionId, deleted);
      if (found === undefined) return undefined;
      const { document, number } = found;
      const [texts] = await textsIn(context)([versionId]);
      const inside = await beside?.(context, document);
      return {
        resource: resource({ document, shared: shared(document, number), texts }, inside),
        revision: document.revision,
        streams: [`${category}-${versionId}`],
      };
    },
    /** Versions of an asset without what is in them; deleted ones for who may restore them. */
    list: async (
      context: QueryContext,
      path: Path,
      page: PageRequest,
      filters: VersionFilters = {},
    ): Promise<Page<Resource> | Refusal | undefined> => {
      const { assetId } = idsIn(path);
      if ((await reads.readable(context, assetId)) === undefined) return undefined;
      const refused = filters.deleted === true ? await reads.refusal(context, assetId, 'delete') : undefined;
      if (refused !== undefined) return refused;
      if (findsNothing(filters.q)) return NOTHING;
      const found = await pageOf(
        context.documents,
        collections.versions,
        filterOf(assetField, assetId, filters),
        page,
      );
      const all = await listed(context, found.elements as readonly Kept[], textsIn(context));
      const shown = new Map(all.map((each) => [each.document.id, each.shown]));
      const elements = found.elements.filter(({ id }) => shown.has(id));
      return mapPage({ ...found, elements }, ({ id }) => shown.get(id)!);
    },
    /** A page of the events of a version, a deleted one too, and one of an asset that is deleted. */
    history: async (
      source: HistorySource,
      context: QueryContext,
      path: Path,
      page: PageRequest,
    ): Promise<Page<HistoryEntry> | undefined> => {
      const { assetId, versionId: id } = idsIn(path);
      if ((await readable(context, assetId, id, { deletedToo: true })) === undefined) return undefined;
      const told = { category, collection: collections.past, projection: its.past, id };
      return reads.historyWithin(source, context, assetId, told, page);
    },
    /** Versions that are seen, oldest first, by asset: as assets show them, without long texts and what is in them. */
    ofAssets: async (
      context: Shown,
      assets: readonly AssetDocument[],
    ): Promise<ReadonlyMap<string, readonly Resource[]>> => {
      const versions = new Map<string, Resource[]>(assets.map(({ id }) => [id, []]));
      if (assets.length === 0) return versions;
      const filter = { fields: { [assetField]: assets.map(({ id }) => id), deleted: false } };
      for await (const page of pagesOf(context.documents, collections.versions, filter, PAGE)) {
        const all = await listed(context, page as readonly Kept[], () => Promise.resolve([]));
        for (const { document, shown } of all) versions.get(String(document[assetField]))?.push(shown);
      }
      return versions;
    },
  };
};

/** What was purged is not told: it cannot be restored. */
const filterOf = (
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

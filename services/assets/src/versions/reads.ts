import type { HistoryEntry } from '@cairn/contracts';
import {
  type Document,
  findsNothing,
  firstOf,
  fittingWith,
  heapBytes,
  type GotDocuments,
  type HistorySource,
  mapPage,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  type Projection,
  type QueryContext,
  type Refusal,
  type Versioned,
} from '@cairn/kernel';
import { type AssetDocument, type Deleted, seen } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import type { Shown } from '../read-models/showing.js';
import { type BesideAssets, versionsBeside } from '../read-models/versions-beside.js';
import { numbersOf } from '../read-models/version-numbers.js';
import { filterOf, type VersionFilters } from './filter.js';
import type { VersionCollections } from './project.js';
import { besideOne, sharedOf, type VersionDocument, type VersionShowing } from './showing.js';

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
interface ReadableVersion<Kept extends VersionDocument> {
  readonly asset: AssetDocument;
  readonly document: Kept;
  readonly number: number;
}

/** A path as it is read. */
type Found<Value> = Promise<Value | undefined>;

const PAGE = 1_000;

/** Some versions as lists show them. */
type Listed<Kept extends VersionDocument, Resource> = (
  context: Shown,
  assets: readonly AssetDocument[],
  documents: readonly Kept[],
  texts: readonly Document[],
) => Promise<ReadonlyMap<string, Resource>>;

/** What no asset has taken in is not there: a command that made it ended half way. */
const listing =
  <Kept extends VersionDocument, Beside, Resource>(
    { collections, assetField }: Pick<ToldVersions, 'collections' | 'assetField'>,
    { resource, besideEach }: VersionShowing<Kept, Beside, Resource>,
  ): Listed<Kept, Resource> =>
  async (context, assets, documents, texts) => {
    const ids = documents.map(({ id }) => id);
    const numbers = await numbersOf(context, { collection: collections.numbers }, ids);
    const beside = await besideEach?.(context, documents);
    const textsOf = new Map(texts.map((each) => [each.id, each]));
    const assetOf = new Map<unknown, AssetDocument>(assets.map((each) => [each.id, each]));
    return new Map(
      documents.flatMap((document) => {
        const [number, asset] = [numbers.get(document.id), assetOf.get(document[assetField])];
        if (number === undefined || asset === undefined) return [];
        const shared = sharedOf(document, number);
        const shown = { asset, document, shared, texts: textsOf.get(document.id) };
        return [[document.id, resource(shown, beside?.get(document.id))] as const];
      }),
    );
  };

/** Versions that are seen, oldest first, by asset: as assets show them, without long texts and what is in them. The newest that fit. */
export const versionsOfAssets = <Kept extends VersionDocument, Beside, Resource>(
  its: Pick<ToldVersions, 'collections' | 'assetField'>,
  showing: VersionShowing<Kept, Beside, Resource>,
): ((context: Shown, assets: readonly AssetDocument[]) => Promise<BesideAssets<readonly Resource[]>>) => {
  const listed = listing(its, showing);
  const standing = { collection: its.collections.versions, of: its.assetField, seen: { deleted: false } };
  return async (context, assets) => {
    const { found, covered } = await versionsBeside(context.documents, standing, assets);
    const all = [...found.values()].flatMap((versions) => versions as readonly Kept[]);
    const resources = new Map<string, Resource>();
    for (let from = 0; from < all.length; from += PAGE)
      for (const [id, each] of await listed(context, assets, all.slice(from, from + PAGE), []))
        resources.set(id, each);
    const shown = [...found].map(
      ([id, versions]) => [id, versions.flatMap((each) => resources.get(each.id) ?? [])] as const,
    );
    return { found: new Map(shown), covered };
  };
};

/** How one version is found: under its asset, for who may know of that. */
interface VersionReading<Kept extends VersionDocument> {
  readable(
    this: void,
    context: QueryContext,
    assetId: string,
    versionId: string,
    deleted?: Deleted,
  ): Found<ReadableVersion<Kept>>;
}

/** A version under its asset; one that stands under another is not found (S2, law 6). `deletedToo`: whichever of them is. */
const readableVersion =
  <Kept extends VersionDocument>(
    { collections, assetField }: ToldVersions,
    reads: AssetReads<AssetDocument>,
  ): VersionReading<Kept>['readable'] =>
  async (context, assetId, versionId, { deletedToo = false } = {}) => {
    const asset = await reads.naming(context, assetId, { deletedToo });
    if (asset === undefined) return undefined;
    const kept = (await context.documents.get(collections.versions, versionId)) as Kept | undefined;
    const document = seen(kept, deletedToo);
    if (document?.[assetField] !== assetId) return undefined;
    const numbers = await numbersOf(context, { collection: collections.numbers }, [versionId]);
    const number = numbers.get(versionId);
    if (number === undefined || !(await reads.isTold(context, assetId, document))) return undefined;
    return { asset, document, number };
  };

/** How versions of one kind of asset are read. Rights are always today's. */
export interface VersionReads<Kept extends VersionDocument, Resource> extends VersionReading<Kept> {
  /** A version whole; `undefined` when the caller may not know of it. */
  byId(this: void, context: QueryContext, path: Path, deleted?: Deleted): Found<Versioned<Resource>>;
  /** Versions of an asset without what is in them; deleted ones for who may restore them. */
  list(
    this: void,
    context: QueryContext,
    path: Path,
    page: PageRequest,
    filters?: VersionFilters,
  ): Found<Page<Resource> | Refusal>;
  /** A page of the events of a version, a deleted one too, and one of an asset that is deleted. */
  history(
    this: void,
    source: HistorySource,
    context: QueryContext,
    path: Path,
    page: PageRequest,
  ): Found<Page<HistoryEntry>>;
}

/** The long texts of versions, as far as they fit into a page. */
const textsOf = async (
  { collections, hasTexts }: ToldVersions,
  { documents }: Pick<QueryContext, 'documents'>,
  versions: readonly Document[],
): Promise<GotDocuments> =>
  hasTexts
    ? documents.getSome(
        collections.texts,
        versions.map(({ id }) => id),
      )
    : { documents: [], covered: versions.length };

export const versionReads = <Kept extends VersionDocument, Beside, Resource>(
  its: ToldVersions,
  reads: AssetReads<AssetDocument>,
  showing: VersionShowing<Kept, Beside, Resource>,
): VersionReads<Kept, Resource> => {
  const { collections, category, params } = its;
  const readable = readableVersion<Kept>(its, reads);
  const list = listOf(its, reads, showing);
  const idsIn = (path: Path) => ({
    assetId: path[params.asset] ?? '',
    versionId: path[params.version] ?? '',
  });
  return {
    readable,
    byId: async (context, path, deleted) => {
      const { assetId, versionId } = idsIn(path);
      const found = await readable(context, assetId, versionId, deleted);
      if (found === undefined) return undefined;
      const { asset, document, number } = found;
      const {
        documents: [texts],
      } = await textsOf(its, context, [document]);
      const beside = await besideOne(showing, context, document);
      return {
        resource: showing.resource({ asset, document, shared: sharedOf(document, number), texts }, beside),
        revision: document.revision,
        streams: [`${category}-${versionId}`, ...(showing.streams?.(document) ?? [])],
      };
    },
    list: (context, path, page, filters = {}) => list(context, idsIn(path).assetId, page, filters),
    history: async (source, context, path, page) => {
      const { assetId, versionId: id } = idsIn(path);
      if ((await readable(context, assetId, id, { deletedToo: true })) === undefined) return undefined;
      const told = { category, collection: collections.past, projection: its.past, id };
      return reads.historyWithin(source, context, assetId, told, page);
    },
  };
};

const listOf = <Kept extends VersionDocument, Beside, Resource>(
  its: ToldVersions,
  reads: AssetReads<AssetDocument>,
  showing: VersionShowing<Kept, Beside, Resource>,
) => {
  const listed = listing(its, showing);
  const { collections, assetField } = its;
  return async (
    context: QueryContext,
    assetId: string,
    page: PageRequest,
    filters: VersionFilters,
  ): Found<Page<Resource> | Refusal> => {
    const asset = await reads.readable(context, assetId);
    if (asset === undefined) return undefined;
    const refused = filters.deleted === true ? await reads.refusal(context, assetId, 'delete') : undefined;
    if (refused !== undefined) return refused;
    if (findsNothing(filters.q)) return NOTHING;
    const filter = filterOf(assetField, assetId, filters);
    const all = await (showing.page?.({ context, asset, filter, filters, page }) ??
      pageOf(context.documents, collections.versions, filter, page));
    const texts = await textsOf(its, context, all.elements);
    const textOf = new Map(texts.documents.map((each) => [each.id, each]));
    const fitting = fittingWith(all.elements, texts.covered, ({ id }) => heapBytes(textOf.get(id)));
    const found = firstOf(all, fitting, page);
    const kept = found.elements as readonly Kept[];
    const shown = await listed(context, [asset], kept, texts.documents);
    const elements = kept.filter(({ id }) => shown.has(id));
    return mapPage({ ...found, elements }, ({ id }) => shown.get(id)!);
  };
};

import type { AssetPlace, FileRecord, HistoryEntry } from '@cairn/contracts';
import {
  type AccessAction,
  allOf,
  type Document,
  findsNothing,
  historyPage,
  type HistorySource,
  NOTHING,
  type Page,
  pageOf,
  type PageRequest,
  type Projection,
  type QueryContext,
  scopesCover,
  type Soon,
  type Versioned,
} from '@cairn/kernel';
import type { AssetName } from '../domain/access.js';
import {
  type AssetDocument,
  type Deleted,
  hasMereReaders,
  type StreamDocument,
  wasGoneBefore,
} from './document.js';
import { type AssetFilters, assetFilter } from './list.js';
import { administeredAssets } from './administered.js';
import { deletableIn } from './deletable.js';
import { explaining } from './explaining.js';
import { assetRights } from './readable.js';
import { placeShown } from './resource.js';
import { countedAssets } from './counts.js';
import { shareRecords } from './personal.js';
import { shareReads } from './shares.js';
import { whoSees } from './who-sees.js';

/** Documents that are made from one stream each. */
export interface Told {
  readonly category: string;
  readonly collection: string;
  readonly projection: Projection;
}

/** Where assets of one kind and their shares are. */
export interface ToldAsset extends AssetName, Told {
  readonly shares: string;
}

/** How assets of one kind are read. */
export interface AssetReads<Known extends AssetDocument> extends ReturnType<typeof assetReads<Known>> {}

/** How assets of one kind, and the histories of what is in them, are read. Rights are always today's. */
export const assetReads = <Known extends AssetDocument>(its: ToldAsset) => {
  const rights = assetRights<Known>(its);

  /** A page of the events of one stream of an asset, as far as the caller may read of the asset. */
  const historyWithin = async (
    source: HistorySource,
    context: QueryContext,
    assetId: string,
    { category, collection, projection, id }: Told & { readonly id: string },
    page: PageRequest,
  ): Promise<Page<HistoryEntry>> => {
    const { pointInTime, past } = context;
    const since = await rights.visibleSince(context, assetId);
    const stream = `${category}-${id}`;
    return historyPage({ ...source, pointInTime, past, since, stream, id, collection, projection }, page);
  };

  return {
    ...rights,
    ...shareReads(its, rights.readable),
    ...placeReads<Known>(its, rights.isAllowed),
    ...partReads(its, rights),
    /** Every way in which somebody, or an own key, comes to an asset. Of others it is told to who may share it. */
    explain: explaining(its, rights.readable),
    /** Who can see an asset. */
    whoSees: whoSees(its, rights.readable),
    historyWithin,
    /** A page of the events of an asset, a deleted one too; `undefined` when the caller may not know of it. */
    history: async (source: HistorySource, context: QueryContext, id: string, page: PageRequest) =>
      (await rights.readable(context, id, { deletedToo: true })) === undefined
        ? undefined
        : historyWithin(source, context, id, { ...its, id }, page),
    /** Since when those who may only read an asset see its history; `undefined` while there are none, and while it is deleted. */
    visibleHistory: async (context: QueryContext, id: string): Promise<string | undefined> => {
      const document = await rights.readable(context, id);
      if (document === undefined || !hasMereReaders(document, context)) return undefined;
      const { created_at, history_from = created_at } = document;
      return history_from > created_at ? history_from : created_at;
    },
    /** The logo of an asset; `undefined` when there is none to see. */
    logo: async (context: QueryContext, id: string): Promise<FileRecord | undefined> =>
      (await rights.readable(context, id))?.logo ?? undefined,
    /** Those in a group that the caller may delete, for other services. */
    deletable: deletableIn(its),
    page: listing<Known>(its, rights.isAllowed),
    counted: countedAssets(its, rights.isReadable),
    personal: shareRecords(its),
    administered: administeredAssets<Known>(its),
  };
};

/** A page of the assets that the caller may see, or of what the caller may bring back. `beside` reads what is shown beside them. */
const listing =
  <Known extends AssetDocument>(
    { collection }: Told,
    isAllowed: (context: QueryContext, today: AssetDocument, action: AccessAction) => Soon<boolean>,
  ) =>
  async (
    context: QueryContext,
    page: PageRequest,
    filters: AssetFilters,
    beside?: (assets: readonly Document[]) => Promise<number>,
  ): Promise<Page<Known>> => {
    if (findsNothing(filters.q)) return NOTHING;
    const reach = await context.rights.reach(context.principal.userId);
    const filter = assetFilter(context, reach, filters);
    const { deleted = false } = filters;
    const isSeen = (document: Document): Soon<boolean> =>
      isAllowed(context, document as AssetDocument, deleted ? 'delete' : 'read');
    return (await pageOf(context.documents, collection, filter, page, {
      beside,
      ...(reach.toBeDecided || deleted ? { isSeen } : {}),
    })) as Page<Known>;
  };

/** How what is in an asset is read: its versions, and what is in these. */
const partReads = <Known extends AssetDocument>(
  { collection }: Told,
  rights: Pick<ReturnType<typeof assetRights<Known>>, 'readable' | 'visibleSince'>,
) => ({
  /**
   * The asset of what stands in the log before the asset that names it (law 5): in its first moment that is today's,
   * whatever was done to it since.
   */
  naming: async (context: QueryContext, id: string, deleted: Deleted): Promise<Known | undefined> =>
    (await context.documents.get(collection, id)) === undefined
      ? rights.readable({ ...context, documents: context.today }, id, { deletedToo: true })
      : rights.readable(context, id, deleted),
  /** Whether the caller may know of what is in an asset: not when it was deleted before the history begins. */
  isTold: async (
    context: QueryContext,
    assetId: string,
    part: Pick<StreamDocument, 'deleted' | 'deleted_at'>,
  ): Promise<boolean> => !part.deleted || !wasGoneBefore(part, await rights.visibleSince(context, assetId)),
});

/** What is read of assets without being shown: where one is, how some are called. */
const placeReads = <Known extends AssetDocument>(
  its: ToldAsset,
  isAllowed: (context: QueryContext, today: AssetDocument, action: AccessAction) => Soon<boolean>,
) => {
  /** Those of some as they are today with which the caller may do that, deleted ones too. */
  const allowedOf = async (
    context: QueryContext,
    ids: readonly string[],
    action: AccessAction,
  ): Promise<readonly Known[]> => {
    const documents = (await context.today.getMany(its.collection, ids)) as readonly Known[];
    const allowed = await allOf(documents.map((each) => isAllowed(context, each, action)));
    return documents.filter((_, index) => allowed[index]);
  };
  /** Those that the caller may know of, likewise. */
  const readableOf = (context: QueryContext, ids: readonly string[]): Promise<readonly Known[]> =>
    allowedOf(context, ids, 'read');
  return {
    /** Whose an asset is and where, for who has just moved it: it may be theirs no more, so only the scope of a key is asked. */
    placed: async (
      { documents, principal }: QueryContext,
      id: string,
    ): Promise<Versioned<AssetPlace> | undefined> => {
      if (!scopesCover(principal.scopes, `${its.resource}:read`)) return undefined;
      const document = (await documents.get(its.collection, id)) as AssetDocument | undefined;
      return (
        document && {
          resource: placeShown(document),
          revision: document.revision,
          streams: [`${its.category}-${id}`],
        }
      );
    },
    allowedOf,
    readableOf,
    /** The names of those that the caller may know of, deleted ones too. */
    namesOf: async (context: QueryContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map((await readableOf(context, ids)).map(({ id, name }) => [id, name] as const)),
  };
};

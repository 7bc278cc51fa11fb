import type { AnyAsset } from '@cairn/contracts';
import {
  type AdministeredRecord,
  type AdministeredRecords,
  allOf,
  type Document,
  mapPage,
  type Page,
  type PageRequest,
  type QueryContext,
  type Soon,
  type Versioned,
} from '@cairn/kernel';
import type { AssetDocument, Deleted } from './document.js';
import type { AssetFilters } from './list.js';
import type { AssetReads } from './reads.js';
import { sharedFields, type SharedFields } from './resource.js';
import type { BesideAssets } from './versions-beside.js';

/** Who reads, out of what: of now, or of the moment that is read. */
export type Shown = Pick<QueryContext, 'principal' | 'at' | 'documents' | 'today' | 'pointInTime'>;

/** How assets of one kind are shown. */
export interface AssetShowing<Kept extends AssetDocument, Beside, Resource> {
  /**
   * What is shown beside assets, its versions say, as far as there is room; `whole`: beside one that is read by itself, not
   * in a list. Nothing where absent.
   */
  beside?(this: void, context: Shown, assets: readonly Kept[], whole: boolean): Promise<BesideAssets<Beside>>;
  /** One as a caller sees it; `shared` is what all assets are shown with. */
  resource(this: void, document: Kept, shared: SharedFields, beside: Beside | undefined): Resource;
  /** The streams of what is shown beside one: its ETag is of these too; of none where absent. */
  streams?(this: void, beside: Beside | undefined): readonly string[];
}

/** What is answered of assets of one kind. */
export interface AssetQueries<Resource extends AdministeredRecord> {
  /** One with what is in it; `undefined` when the caller may not know of it. */
  byId(
    this: void,
    context: QueryContext,
    id: string,
    deleted?: Deleted,
  ): Promise<Versioned<Resource> | undefined>;
  /** Those that the caller may see: one query on their reader entries. */
  list(this: void, context: QueryContext, page: PageRequest, filters?: AssetFilters): Promise<Page<Resource>>;
  /** What administrators see of those of a person: as lists show them, whoever may see them. */
  readonly administered: readonly AdministeredRecords[];
}

const nothing = <Beside>(_: Shown, assets: readonly unknown[]): Promise<BesideAssets<Beside>> =>
  Promise.resolve({ found: new Map<string, Beside>(), covered: assets.length });

/** What all assets are shown with, with their logos where those of their kind are. */
export const sharedFieldsIn = (
  { path }: Pick<AnyAsset, 'path'>,
  document: AssetDocument,
  context: Pick<Shown, 'principal' | 'at'>,
): SharedFields => sharedFields(document, context, `${path.replace('{id}', document.id)}/logo`);

/** One, a list, and what administrators see. */
export const assetQueries = <Kept extends AssetDocument, Beside, Resource extends AdministeredRecord>(
  contract: AnyAsset,
  reads: AssetReads<Kept>,
  { beside = nothing, resource, streams = () => [] }: AssetShowing<Kept, Beside, Resource>,
): AssetQueries<Resource> => {
  const { called, resource: list } = contract;
  /** Who may only read sees nothing of what was before the history begins: neither who made its version the active one. */
  const told = (context: QueryContext, document: Kept): Soon<Kept> => {
    const { id, activation, history_from } = document;
    const isPlain = history_from === undefined && context.documents === context.today;
    if (activation === undefined || isPlain) return document;
    return reads
      .visibleSince(context, id)
      .then((since = '') => (activation.at >= since ? document : { ...document, activation: undefined }));
  };
  const shown = (
    document: Kept,
    context: Pick<Shown, 'principal' | 'at'>,
    found: Beside | undefined,
  ): Resource => resource(document, sharedFieldsIn(contract, document, context), found);
  return {
    byId: async (context, id, deleted) => {
      const document = await reads.readable(context, id, deleted);
      if (document === undefined) return undefined;
      const found = (await beside(context, [document], true)).found.get(id);
      return {
        resource: shown(await told(context, document), context, found),
        revision: document.revision,
        streams: [`${called}-${id}`, ...streams(found)],
      };
    },
    list: async (context, page, filters = {}) => {
      const found = new Map<string, Beside>();
      const lookBeside = async (documents: readonly Document[]): Promise<number> => {
        const its = await beside(context, documents as readonly Kept[], false);
        for (const [id, each] of its.found) found.set(id, each);
        return its.covered;
      };
      const kept = await reads.page(context, page, filters, lookBeside);
      const elements = await allOf(kept.elements.map((document) => told(context, document)));
      return mapPage({ ...kept, elements }, (document) => shown(document, context, found.get(document.id)));
    },
    administered: reads.administered(list, async (context, documents) => {
      const { found } = await beside({ ...context, documents: context.today }, documents, false);
      return documents.map((document) => shown(document, context, found.get(document.id)));
    }),
  };
};

import type { Document, Filter, Page, PageRequest, QueryContext } from '@cairn/kernel';
import type { AssetDocument, StreamDocument } from '../read-models/document.js';
import type { Shown } from '../read-models/showing.js';
import type { VersionFilters } from './filter.js';

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
export interface ShownVersion<Kept extends VersionDocument, OfAsset extends AssetDocument = AssetDocument> {
  readonly asset: OfAsset;
  readonly document: Kept;
  readonly shared: VersionFields;
  readonly texts: Document | undefined;
}

/** What versions are shown with that other streams tell: read for one by itself, or for each wherever they are shown. */
type ShownBeside<Kept extends VersionDocument, Beside> =
  | {
      /** What is shown with one that is read by itself: what is in it. */
      beside?(this: void, context: QueryContext, document: Kept): Promise<Beside>;
      readonly besideEach?: never;
    }
  | {
      readonly beside?: never;
      /** What is shown with each, by its id, in lists too; of the moment that is read. */
      besideEach(
        this: void,
        context: Shown,
        documents: readonly Kept[],
      ): Promise<ReadonlyMap<string, Beside>>;
    };

/** How the versions of one kind of asset are shown. */
export type VersionShowing<Kept extends VersionDocument, Beside, Resource> = ShownBeside<Kept, Beside> &
  VersionResources<Kept, Beside, Resource>;

interface VersionResources<Kept extends VersionDocument, Beside, Resource> {
  resource(this: void, shown: ShownVersion<Kept>, beside: Beside | undefined): Resource;
  /** The streams of what it is shown with: its ETag is of these too; of none where absent. */
  streams?(this: void, document: Kept): readonly string[];
  /** A page of a list by filters, or in an order, of its own; as its fields say where absent. */
  page?(this: void, listed: ListedVersions): Promise<Page<Document>>;
}

/** The versions of an asset that are listed. */
export interface ListedVersions {
  readonly context: QueryContext;
  /** Of its kind. */
  readonly asset: AssetDocument;
  /** By what all versions are filtered. */
  readonly filter: Filter;
  readonly filters: VersionFilters;
  readonly page: PageRequest;
}

export const sharedOf = (
  { id, created_at, updated_at, name, description, user_id, version }: VersionDocument,
  version_number: number,
): VersionFields => ({
  ...{ id, created_at, updated_at, name, description, user_id },
  version: version === '' ? String(version_number) : version,
  version_number,
});

/** What one is shown with that is read by itself. */
export const besideOne = async <Kept extends VersionDocument, Beside>(
  { beside, besideEach }: ShownBeside<Kept, Beside>,
  context: QueryContext,
  document: Kept,
): Promise<Beside | undefined> =>
  besideEach === undefined
    ? beside?.(context, document)
    : (await besideEach(context, [document])).get(document.id);

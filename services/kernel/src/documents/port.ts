import { Unavailable } from '../errors/cairn-error.js';
import type { Json } from '../base/json-value.js';
import type { Position } from '../base/position.js';

/**
 * The documents: what people read, made by projections from the log and thrown away freely.
 *
 * A document is JSON with a text `id`. Changes never read. A batch of changes and the projection's checkpoint are one
 * transaction (law 1). Every field used in a filter or a sort is declared in an index of the collection.
 */
export interface Document {
  readonly id: string;
  readonly [field: string]: Json | undefined;
}

export type Index =
  /** Equality on the leading fields, order or range on the last. `unique` refuses a second document with the same values. */
  | { readonly kind: 'compound'; readonly fields: readonly [string, ...string[]]; readonly unique?: true }
  /** The field is an array of texts; a filter names one or several of them. Ordered within by `then`. */
  | { readonly kind: 'multikey'; readonly field: string; readonly then: readonly string[] }
  /** The field is an array of `{token, until?}`; a filter gives the caller's tokens and the time (access). Ordered within by `then`. */
  | { readonly kind: 'readers'; readonly field: string; readonly then: readonly string[] }
  /**
   * The field is an array of folded words (`foldWords`), or an object of such arrays, of which a change sets one; a filter
   * names words that must all be there, the last a prefix.
   * `within` names a field of which such a filter wants exactly one value: documents with other values cost it nothing.
   */
  | { readonly kind: 'words'; readonly field: string; readonly within?: string };

export interface Collection {
  /** Letters, digits and `_`: `dataset_items`. Unique among all projections. */
  readonly name: string;
  readonly indexes: readonly Index[];
}

/** The collections that one projection writes, and nothing else writes. */
export interface ReadModel {
  /** `datasets.items`: the service and the view. */
  readonly projection: string;
  /** Counts up when documents or indexes change their shape; another version is another set of documents and starts from nothing. */
  readonly version: number;
  readonly collections: readonly Collection[];
}

/** Readers see `live`. A rebuild fills `next` beside it from the start of the log, then takes its place. */
export type Generation = 'live' | 'next';

/** One thing that happens to one document. Fields of `patch` and `increment` may be paths, `counts.items`; `undefined` in a patch removes the field. */
export type Change =
  | { readonly kind: 'put'; readonly collection: string; readonly document: Document }
  | {
      readonly kind: 'patch';
      readonly collection: string;
      readonly id: string;
      readonly fields: Readonly<Record<string, Json | undefined>>;
    }
  /** Adds to numbers; makes the document (with `defaults`) when it is not there, so that the order of streams does not matter. */
  | {
      readonly kind: 'increment';
      readonly collection: string;
      readonly id: string;
      readonly by: Readonly<Record<string, number>>;
      readonly defaults?: Readonly<Record<string, Json>>;
    }
  | { readonly kind: 'remove'; readonly collection: string; readonly id: string };

/** A batch that a projection applies; `from` is the checkpoint it started from. */
export interface ChangeBatch {
  readonly projection: string;
  readonly generation: Generation;
  readonly from: Position;
  readonly to: Position;
  readonly changes: readonly Change[];
}

/** `moved`: another projector was faster or the commit was unknown; nothing was applied, go on from `checkpoint`. */
export type ApplyOutcome =
  | { readonly status: 'applied' }
  | { readonly status: 'moved'; readonly checkpoint: Position };

/** A change cannot be applied whatever is tried again: a unique index refused it, say. Nothing of the batch was applied. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused';
  constructor(
    message: string,
    readonly change: Change,
  ) {
    super(message);
  }
}
/** The store cannot be reached now. */
export class DocumentsUnavailable extends Unavailable {
  override readonly name = 'DocumentsUnavailable';
}

export type Scalar = string | number | boolean | null;
/** A field equals a value, or is one of several, or lies in a range (`from` inclusive, `to` exclusive). */
export type Condition = Scalar | readonly Scalar[] | { readonly from?: Scalar; readonly to?: Scalar };

export interface Filter {
  readonly fields?: Readonly<Record<string, Condition>>;
  /** Array field → the values of which at least one must be in it. */
  readonly any?: Readonly<Record<string, readonly string[]>>;
  /** Documents that one of these tokens may read at this time (RFC 3339). */
  readonly readers?: { readonly field: string; readonly tokens: readonly string[]; readonly at: string };
  readonly words?: {
    readonly field: string;
    readonly all: readonly string[];
    readonly prefix: string | undefined;
  };
}

export interface FindOptions {
  readonly filter: Filter;
  /** A field, ascending, or `-` and a field; the id breaks ties in the same direction. */
  readonly sort: string;
  readonly limit: number;
  /** The sort value and the id of the last document of the page before. */
  readonly after?: { readonly value: Scalar; readonly id: string };
}

/** What a page of JSON text may take unless it is told otherwise, in bytes of UTF-8: one document goes alone, however large. */
export const PAGE_BYTES = 8_000_000;

export interface FindPageOptions extends FindOptions {
  /** Of the JSON of its documents together, UTF-8; `PAGE_BYTES` when absent. */
  readonly mostBytes?: number;
}

/** Documents in order: as many as were asked for, or as fit into the bytes, one at least. */
export interface FoundPage {
  readonly documents: readonly Document[];
  /** Whether no others stand behind the last of them. */
  readonly isEnd: boolean;
  /** What was read for it: no less than their JSON takes. */
  readonly bytes: number;
}

/** Documents of some ids, in their order. */
export interface GotDocuments {
  readonly documents: readonly Document[];
  /** So many of the ids were gone through: of the others nothing fitted any more. */
  readonly covered: number;
}

export interface Documents {
  /**
   * Makes what is missing for these read models and remembers which version of each is read and written. Called once,
   * at start, with every read model of the process. Throws when a declared index cannot be made.
   */
  prepare(models: readonly ReadModel[]): Promise<void>;
  /** Where a generation of a projection stands; `START` when it never ran or does not exist. */
  checkpoint(projection: string, generation: Generation): Promise<Position>;
  /** All changes and the checkpoint, or nothing. Throws `ChangeRefused`, `DocumentsUnavailable`. */
  apply(batch: ChangeBatch): Promise<ApplyOutcome>;
  get(collection: string, id: string): Promise<Document | undefined>;
  /** In the order of the ids; those that are not there are left out. */
  getMany(collection: string, ids: readonly string[]): Promise<readonly Document[]>;
  /** As `getMany`, as far as they fit into so many bytes; `PAGE_BYTES` when absent. */
  getSome(collection: string, ids: readonly string[], mostBytes?: number): Promise<GotDocuments>;
  /** All up to the limit, whatever their size: for a few, or for small ones. */
  find(collection: string, options: FindOptions): Promise<readonly Document[]>;
  /** As `find`, but it ends by bytes too: what strangers made is read by this. */
  findPage(collection: string, options: FindPageOptions): Promise<FoundPage>;
  /** Counts up to `limit`; the answer is `limit` when there are as many or more. */
  count(collection: string, filter: Filter, limit: number): Promise<number>;
  /** Makes an empty `next` generation, dropping one that a crash left behind. */
  beginNext(projection: string): Promise<void>;
  /** `next` becomes `live` at once for every reader, provided its checkpoint is `at`; the old documents are dropped. Answers whether it was done. */
  promoteNext(projection: string, at: Position): Promise<boolean>;
  /** Destroys what the engine may still keep of values that were replaced or removed before (law 8); after an erasure. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

import { LRUCache } from 'lru-cache';
import { heapBytes } from '../domain/heap-size.js';
import type { DocumentMaps } from '../documents/memory.js';
import type { StreamName } from '../base/position.js';
import type { StreamTip } from '../eventlog/port.js';
import { generationOf, type Projection } from '../projection/projection.js';

/** The documents that the events of a stream make up to its tip. They are shared: nobody changes them. */
export interface KeptFold {
  readonly tip: StreamTip;
  /** Time of the event at the tip, RFC 3339. */
  readonly at: string;
  readonly documents: DocumentMaps;
  /** What it takes in memory. */
  readonly bytes: number;
}

/** A fold is kept behind so many events of a stream each. */
const PORTION = 256n;
/** Of a fold beside its documents. */
const FOLD_BYTES = 500;

/**
 * Folds at portions of long streams, so that what is read of the middle or the end of one is not folded from its
 * beginning each time. They take so much memory at most; those that were not used for longest go first. What tells of a
 * person is never kept: it must be gone when the person is erased (law 8).
 */
export class KeptFolds {
  readonly #cache: LRUCache<string, KeptFold>;
  /** By projection and stream, in the order of the revisions. */
  readonly #folds = new Map<string, KeptFold[]>();

  constructor(maxBytes: number) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      dispose: (fold, key) => this.#drop(fold, key.slice(0, key.lastIndexOf('@'))),
    });
  }

  /** The latest fold of the stream that is wanted; what is wanted stands before what is not. */
  latest(
    projection: Projection,
    stream: StreamName,
    isWanted: (fold: KeptFold) => boolean,
  ): KeptFold | undefined {
    const name = nameOf(projection, stream);
    const fold = this.#folds.get(name)?.findLast(isWanted);
    return fold && this.#cache.get(keyOf(name, fold));
  }

  /** Keeps the fold where a portion ends. */
  offer(projection: Projection, stream: StreamName, { tip, at, documents }: Omit<KeptFold, 'bytes'>): void {
    if ((tip.revision + 1n) % PORTION !== 0n || isPersonal(projection)) return;
    const name = nameOf(projection, stream);
    const bytes = sizeOf(documents);
    const fold = { tip: { revision: tip.revision, hash: tip.hash }, at, documents: copyOf(documents), bytes };
    const key = keyOf(name, fold);
    if (this.#cache.has(key)) return;
    this.#cache.set(key, fold, { size: bytes });
    if (!this.#cache.has(key)) return;
    const folds = this.#folds.get(name) ?? [];
    this.#folds.set(
      name,
      [...folds, fold].sort((one, other) => Number(one.tip.revision - other.tip.revision)),
    );
  }

  /** Whether there were any of the stream. */
  forget(projection: Projection, stream: StreamName): boolean {
    const name = nameOf(projection, stream);
    const folds = this.#folds.get(name) ?? [];
    for (const fold of [...folds]) this.#cache.delete(keyOf(name, fold));
    return folds.length > 0;
  }

  #drop(fold: KeptFold, name: string): void {
    const left = (this.#folds.get(name) ?? []).filter((kept) => kept !== fold);
    if (left.length > 0) this.#folds.set(name, left);
    else this.#folds.delete(name);
  }
}

/** Documents are replaced, never changed: the maps alone are copied. */
export const copyOf = (documents: DocumentMaps | undefined): DocumentMaps =>
  new Map([...(documents ?? [])].map(([collection, byId]) => [collection, new Map(byId)]));

const isPersonal = ({ events }: Projection): boolean => events.some(({ personal }) => personal.length > 0);

const nameOf = (projection: Projection, stream: StreamName): string =>
  `${generationOf(projection)} ${stream}`;
const keyOf = (name: string, { tip }: KeptFold): string => `${name}@${tip.revision}`;

const sizeOf = (documents: DocumentMaps): number =>
  [...documents.values()]
    .flatMap((byId) => [...byId.values()])
    .reduce((sum, document) => sum + heapBytes(document), FOLD_BYTES);

import {
  categoryOf,
  documentsAsOf,
  type DocumentsReader,
  type PointInTime,
  pointInTimeOfRevision,
  PastBudget,
  type PastReads,
  type Principal,
  type QueryContext,
  timestamp,
} from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { ReadQuery } from './query.js';
import type { Found } from './router.js';
import type { Dependencies } from './dependencies.js';

/** What one request may read of the past; `onRead` as in `PastBudget`. */
export const pastReads = (
  { limits, kept }: Pick<Dependencies, 'limits' | 'kept'>,
  onRead?: (read: number) => void,
): PastReads => ({ budget: new PastBudget(limits.pastEvents, onRead), kept });

/** What is there now. */
export const contextNow = ({ options }: Dependencies, principal: Principal): QueryContext => ({
  principal,
  rights: options.rights,
  documents: options.documents,
  at: timestamp(options.clock.now()),
  today: options.documents,
});

/** What was there then; rights are today's. */
export const contextAt = (
  dependencies: Dependencies,
  principal: Principal,
  pointInTime: PointInTime,
  past = pastReads(dependencies),
): QueryContext => ({
  ...contextNow(dependencies, principal),
  documents: documentsThen(dependencies, principal, pointInTime, past),
  pointInTime,
  past,
});

/** Collections that several streams feed (counts, accounts) are shown as they are now. */
const documentsThen = (
  { options }: Dependencies,
  principal: Principal,
  pointInTime: PointInTime,
  past: PastReads,
): DocumentsReader => {
  const { log, vault, documents: today, timeTravelled: collections, clock, rights } = options;
  const reader = { principal, rights, at: timestamp(clock.now()) };
  const then = documentsAsOf({ log, vault, today, collections, pointInTime, reader, past });
  const known = new Set(collections.map(({ collection }) => collection));
  const of = (collection: string): DocumentsReader => (known.has(collection) ? then : today);
  return {
    get: (collection, id) => of(collection).get(collection, id),
    getMany: (collection, ids) => of(collection).getMany(collection, ids),
    find: (collection, wanted) => of(collection).find(collection, wanted),
    count: (collection, filter, limit) => of(collection).count(collection, filter, limit),
    within: (collection) => of(collection).within?.(collection),
  };
};

/** `none`: there is no such stream; `future`: it has not come to that revision. */
export type RequestedPointInTime = PointInTime | 'none' | 'future';

/**
 * The moment that a query asks for. `revision` is that of the stream that the operation names. Whether the caller may know
 * of it is decided before anything is read of it: who may not costs nothing and learns nothing by the time that it takes.
 * Throws `in_future` for a time that has not come.
 */
export const requestedPointInTime = async (
  dependencies: Dependencies,
  found: Found,
  principal: Principal,
  query: ReadQuery,
  past: PastReads,
): Promise<RequestedPointInTime> => {
  const { options } = dependencies;
  if (query.asOf !== undefined) {
    if (query.asOf > timestamp(options.clock.now())) throw new Problem('in_future');
    return { at: query.asOf };
  }
  const stream = query.revision === undefined ? undefined : streamOf(found);
  if (stream === undefined || !(await mayKnowOf(dependencies, principal, stream))) return 'none';
  return pointInTimeOfRevision(options.log, stream, query.revision ?? 0n, past);
};

const streamOf = ({ route: { operation }, params }: Found): string | undefined => {
  const id = Object.values(params).at(-1);
  return operation.stream === undefined || id === undefined ? undefined : `${operation.stream}-${id}`;
};

/** As its service says of today; where it says nothing, who may call the operation may know. */
const mayKnowOf = async (
  dependencies: Dependencies,
  principal: Principal,
  stream: string,
): Promise<boolean> => {
  const category = categoryOf(stream);
  const owner = dependencies.options.published.find(({ aggregates }) =>
    aggregates.some((kind) => kind.category === category),
  );
  const mayRead = owner?.published?.mayRead;
  return mayRead === undefined || mayRead(contextNow(dependencies, principal), stream);
};

import {
  categoryOf,
  documentsAsOf,
  type DocumentsReader,
  idOf,
  type MomentOfRevision,
  type PointInTime,
  pointInTimeOfRevision,
  type PastAmount,
  PastBudget,
  type PastReads,
  type Principal,
  type QueryContext,
  type StreamName,
  streamOf,
  timestamp,
} from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { ReadQuery } from './query.js';
import type { Found } from './router.js';
import type { Dependencies } from './dependencies.js';

/** What one request may read of the past; `onRead` as in `PastBudget`. */
export const pastReads = (
  { limits, kept }: Pick<Dependencies, 'limits' | 'kept'>,
  onRead?: (read: PastAmount) => void,
): PastReads => ({ budget: new PastBudget(limits.past, onRead), kept });

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
    getSome: (collection, ids, mostBytes) => of(collection).getSome(collection, ids, mostBytes),
    find: (collection, wanted) => of(collection).find(collection, wanted),
    findPage: (collection, wanted) => of(collection).findPage(collection, wanted),
    count: (collection, filter, limit) => of(collection).count(collection, filter, limit),
    within: (collection) => of(collection).within?.(collection),
  };
};

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
): Promise<MomentOfRevision> => {
  const { options } = dependencies;
  if (query.asOf !== undefined) {
    if (query.asOf > timestamp(options.clock.now())) throw new Problem('in_future');
    return { at: query.asOf };
  }
  const stream = query.revision === undefined ? undefined : askedStream(dependencies, found);
  if (stream === undefined || !(await mayKnowOf(dependencies, principal, stream))) return 'none';
  return momentOf(dependencies, stream, query.revision ?? 0n, past);
};

/** The moment of a revision, as the service tells it whose stream that is; else the stream is read up to there. */
export const momentOf = async (
  { options }: Dependencies,
  stream: StreamName,
  revision: bigint,
  past?: PastReads,
): Promise<MomentOfRevision> => {
  const told = options.moments.find(({ category }) => category === categoryOf(stream));
  return told === undefined
    ? pointInTimeOfRevision(options.log, stream, revision, past)
    : told.at(options.documents, idOf(stream), revision);
};

/** The stream that `revision` speaks of; its id may be derived from that of the path. */
export const askedStream = (
  { options }: Dependencies,
  { route: { operation }, params }: Found,
): StreamName | undefined => {
  const { stream: category, streamOf: name } = operation;
  const id = name === undefined ? Object.values(params).at(-1) : params[name];
  if (category === undefined || id === undefined) return undefined;
  const kinds = options.published.flatMap(({ aggregates }) => aggregates);
  return streamOf(kinds.find((kind) => kind.category === category) ?? { category }, id);
};

/** As its service says of today; where it says nothing, who may call the operation may know. */
const mayKnowOf = async (
  dependencies: Dependencies,
  principal: Principal,
  stream: StreamName,
): Promise<boolean> => {
  const category = categoryOf(stream);
  const owner = dependencies.options.published.find(({ aggregates }) =>
    aggregates.some((kind) => kind.category === category),
  );
  const mayRead = owner?.published?.mayRead;
  return mayRead === undefined || mayRead(contextNow(dependencies, principal), stream);
};

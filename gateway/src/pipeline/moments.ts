import {
  documentsAsOf,
  type DocumentsReader,
  type Moment,
  momentOfRevision,
  type Principal,
  type Reading,
  timestamp,
} from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { ReadQuery } from './query.js';
import type { PathParams } from './route.js';
import type { Workings } from './workings.js';

/** What is there now. */
export const readingNow = ({ options }: Workings, principal: Principal): Reading => ({
  principal,
  documents: options.documents,
  at: timestamp(options.clock.now()),
  today: options.documents,
});

/** What was there then; rights are today's. */
export const readingAt = (workings: Workings, principal: Principal, moment: Moment): Reading => ({
  ...readingNow(workings, principal),
  documents: documentsThen(workings, principal, moment),
  moment,
});

/** Collections that several streams feed (counts, accounts) are shown as they are now. */
const documentsThen = ({ options }: Workings, principal: Principal, moment: Moment): DocumentsReader => {
  const { log, vault, documents: today, timeTravelled: collections, clock } = options;
  const reader = { principal, at: timestamp(clock.now()) };
  const then = documentsAsOf({ log, vault, today, collections, moment, reader });
  const known = new Set(collections.map(({ collection }) => collection));
  const of = (collection: string): DocumentsReader => (known.has(collection) ? then : today);
  return {
    get: (collection, id) => of(collection).get(collection, id),
    getMany: (collection, ids) => of(collection).getMany(collection, ids),
    find: (collection, wanted) => of(collection).find(collection, wanted),
    count: (collection, filter, limit) => of(collection).count(collection, filter, limit),
  };
};

/** `none`: there is no such stream; `future`: it has not come to that revision. */
export type AskedMoment = Moment | 'none' | 'future';

/**
 * The moment that a query asks for. `revision` is that of the resource's own stream: the last id of the path that has
 * one (a split is read through its version). Throws `in_future` for a time that has not come.
 */
export const askedMoment = async (
  { options }: Workings,
  params: PathParams,
  query: ReadQuery,
): Promise<AskedMoment> => {
  if (query.asOf !== undefined) {
    if (query.asOf > timestamp(options.clock.now())) throw new Problem('in_future');
    return { at: query.asOf };
  }
  if (query.revision === undefined) return 'none';
  return momentOfOwn(options, params, query.revision);
};

const momentOfOwn = async (
  { log, timeTravelled }: Workings['options'],
  params: PathParams,
  revision: bigint,
): Promise<AskedMoment> => {
  const categories = new Set(timeTravelled.map(({ category }) => category));
  for (const id of Object.values(params).reverse())
    for (const category of categories) {
      const moment = await momentOfRevision(log, `${category}-${id ?? ''}`, revision);
      if (moment !== 'none') return moment;
    }
  return 'none';
};

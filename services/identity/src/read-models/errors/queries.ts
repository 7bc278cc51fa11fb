import type { ErrorLog, ErrorOrigin } from '@cairn/contracts';
import {
  type Document,
  type ErrorCount,
  errorCount,
  errorCounts,
  NOTHING,
  type Page,
  pageAmong,
  pageOf,
  type PageRequest,
  type QueryContext,
  type Registers,
  sent,
} from '@cairn/kernel';
import { everyOf } from '../every-of.js';
import { USERS } from '../users/project.js';
import { ERRORS } from './project.js';

type Reading = Pick<QueryContext, 'documents'>;

export interface ErrorFilters {
  readonly resolved?: boolean | undefined;
  readonly user_id?: string | undefined;
  readonly entity?: string | undefined;
  readonly entity_id?: string | undefined;
}

/**
 * A page of what went wrong, for administrators. Errors of Cairn itself are of few kinds, as the code has them, and all of
 * them are looked at: how often and when last, and so their order, the registers know. Reports may be many: they are paged
 * by their documents. Both are one list.
 */
export const errorsFor = async (
  { documents }: Reading,
  registers: Pick<Registers, 'list'>,
  page: PageRequest,
  filters: ErrorFilters = {},
): Promise<Page<ErrorLog>> => {
  if (await isErased(documents, filters.user_id)) return NOTHING;
  const [own, reports] = await Promise.all([
    errorsOfCairn(documents, registers, filters),
    pageOf(documents, ERRORS, { fields: { origin: 'report', ...sent({ ...filters }) } }, page),
  ]);
  const { elements, next = reports.next } = pageAmong(
    [...own, ...reports.elements.map((one) => errorOf(one))],
    page,
  );
  return {
    elements: await withoutErased(documents, elements),
    total: own.length + reports.total,
    totalExact: reports.totalExact,
    ...(next === undefined ? {} : { next }),
  };
};

/** One of them, as it is now. */
export const errorById = async (
  { documents }: Reading,
  registers: Pick<Registers, 'get'>,
  id: string,
): Promise<ErrorLog | undefined> => {
  const document = await documents.get(ERRORS, id);
  if (document === undefined) return undefined;
  const [error] = await withoutErased(documents, [errorOf(document, await errorCount(registers, id))]);
  return error;
};

type ErrorDocument = Document & ErrorLog & { readonly origin: ErrorOrigin };

const errorsOfCairn = async (
  documents: Reading['documents'],
  registers: Pick<Registers, 'list'>,
  { user_id, entity_id, ...filters }: ErrorFilters,
): Promise<readonly ErrorLog[]> => {
  const [found, counts] = await Promise.all([
    everyOf(documents, ERRORS, { origin: 'cairn', ...sent({ ...filters }) }),
    errorCounts(registers),
  ]);
  const byId = new Map(counts.map((count) => [count.id, count]));
  return found
    .map((document) => errorOf(document, byId.get(document.id)))
    .filter((error) => isSame(user_id, error.user_id) && isSame(entity_id, error.entity_id));
};

const isSame = (wanted: string | undefined, value: string): boolean =>
  wanted === undefined || wanted === value;

/** As it was recorded, and as the registers counted it since. */
const errorOf = (document: Document, counted?: ErrorCount): ErrorLog => {
  const { origin: _origin, ...error } = document as ErrorDocument;
  if (counted === undefined) return error;
  const { count, lastAt, userId, entityId, requestId } = counted;
  return {
    ...error,
    updated_at: lastAt > error.updated_at ? lastAt : error.updated_at,
    user_id: userId,
    entity_id: entityId,
    count,
    ...(requestId === undefined ? {} : { last_request_id: requestId }),
  };
};

const isErased = async (documents: Reading['documents'], userId: string | undefined): Promise<boolean> =>
  userId !== undefined && (await documents.get(USERS, userId))?.['erased'] === true;

/** Nothing tells any more whom it met, once they were erased. */
const withoutErased = async (
  documents: Reading['documents'],
  found: readonly ErrorLog[],
): Promise<readonly ErrorLog[]> => {
  const people = await documents.getMany(USERS, [...new Set(found.map(({ user_id }) => user_id))]);
  const erased = new Set(people.filter((person) => person['erased'] === true).map(({ id }) => id));
  return found.map((error) => (erased.has(error.user_id) ? { ...error, user_id: '' } : error));
};

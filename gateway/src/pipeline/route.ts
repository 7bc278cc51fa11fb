import { type Operation, type PermissionName, isPermissionName, type RateClass } from '@cairn/contracts';
import { isUuid } from '@cairn/kernel';
import type { TSchema } from '@sinclair/typebox';
import type { AnyHandler } from '../call/handler.js';
import { notFound } from '../problems/problem.js';
import type { LoadKind } from './load.js';
import type { PathParams } from './path-params.js';
import { type QueryReader, queryReaderOf } from './query.js';
import { type SubjectOf, subjectOf } from './subject.js';
import { isId, type Prune, pruningOf } from './validation/prune.js';
import { type Check, type Schemas } from './validation/schemas.js';

/** An operation with everything that can be prepared for it before the first request. */
export interface Route {
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly isWrite: boolean;
  readonly rateClass: RateClass;
  /** What it takes a place among; `undefined` for what is answered however much there is to do. */
  readonly load: LoadKind | undefined;
  /** What an API key needs in its scopes; `undefined` when nothing. */
  readonly permission: PermissionName | undefined;
  /** What its requests are about, for the journal. */
  readonly subject: SubjectOf;
  readonly readQuery: QueryReader;
  readonly prune: Prune;
  readonly checkBody: ReturnType<Schemas['body']> | undefined;
  /** The parameters of the path as they are compared: ids in lower case. */
  comparable(this: void, params: PathParams): PathParams;
  /** Throws 404 for what cannot be an id or a name of this path. */
  refuseParams(this: void, params: PathParams): void;
}

/** Prepares an operation. */
export const routeOf = (handler: AnyHandler, schemas: Schemas): Route => {
  const { operation } = handler;
  return {
    operation,
    handler,
    isWrite: operation.method !== 'GET',
    rateClass: operation.rateClass ?? (operation.access === 'anonymous' ? 'anonymous' : 'default'),
    load: loadOf(operation),
    permission: permissionOf(operation),
    subject: subjectOf(operation),
    readQuery: queryReaderOf(operation, schemas),
    prune: operation.body === undefined ? (value) => value : pruningOf(operation.body),
    checkBody: operation.body === undefined ? undefined : schemas.body(operation.body),
    comparable: comparableOf(operation),
    refuseParams: paramsCheckOf(operation, schemas),
  };
};

/** Who looks whether the process lives must learn it, above all when it is busy. */
const PROBES = new Set(['getHealth', 'getReadiness', 'getServerLive', 'getServerReady']);
/** What may take long by its nature, a file or many rows, takes no place from the others and is not counted as slow. */
const loadOf = (operation: Operation): LoadKind | undefined => {
  const { id, upload, replies, durableWork, takesLong, rateClass, asksPassword } = operation;
  if (PROBES.has(id)) return undefined;
  if (rateClass === 'login' || asksPassword === true) return 'signIns';
  const isFile = upload !== undefined || Object.values(replies).some(({ file }) => file === true);
  return isFile || durableWork === true || takesLong === true ? 'transfers' : 'requests';
};

const permissionOf = ({ access, method }: Operation): PermissionName | undefined => {
  if (access === 'administrator') return method === 'GET' ? 'admin:read' : 'admin:write';
  return isPermissionName(access) ? access : undefined;
};

const propertiesOf = ({ params }: Operation): Readonly<Record<string, TSchema>> =>
  (params?.['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
const idsOf = (operation: Operation): readonly string[] =>
  Object.entries(propertiesOf(operation)).flatMap(([name, schema]) => (isId(schema) ? [name] : []));

const comparableOf = (operation: Operation): Route['comparable'] => {
  const ids = idsOf(operation);
  return (params) => {
    if (ids.every((id) => isUuid(params[id] ?? ''))) return params;
    return { ...params, ...Object.fromEntries(ids.map((id) => [id, params[id]?.toLowerCase()])) };
  };
};

/** Ids are lower-case UUIDs by now; whatever else a path takes is checked by its schema. */
const paramsCheckOf = (operation: Operation, schemas: Schemas): ((params: PathParams) => void) => {
  const ids = idsOf(operation);
  const onlyIds = ids.length === Object.keys(propertiesOf(operation)).length;
  const check: Check | undefined =
    operation.params === undefined || onlyIds ? undefined : schemas.path(operation.params);
  return (params) => {
    for (const id of ids) if (!isUuid(params[id] ?? '')) throw notFound();
    if (check?.(params) !== undefined || Object.values(params).some((value) => value?.includes('\0')))
      throw notFound();
  };
};

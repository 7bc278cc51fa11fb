import { type ListBehaviour, namedSortOf, type Operation, takesRevision } from '@cairn/contracts';
import { isShortSearch, type PageRequest } from '@cairn/kernel';
import { type TSchema, Type } from '@sinclair/typebox';
import { afterCursor, orderOf } from '../http/cursor.js';
import { type QueryValues, queryOf } from '../http/query-string.js';
import { Problem } from '../problems/problem.js';
import { type Check, parameterErrors, type Schemas } from './validation/schemas.js';

/** What a query string says, validated. */
export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
  readonly asOf: string | undefined;
  readonly revision: bigint | undefined;
}

/** Reads query strings of one operation. */
export type QueryReader = (text: string) => ReadQuery;

const Time = Type.String({ format: 'date-time' });
const MAX_LIMIT = 1000;
/** As JSON writes them: the validation would take `0x10` and `1e1` too. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
/** RFC 3339: the validation would take a space for the `T`, and any offset. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
/** A leap second is told as the first moment after it: the clocks here have none. */
const LEAP = /(?<=T\d\d:\d\d:)60/i;

/**
 * The reader of an operation's query: its own parameters and those its behaviour brings (SPEC-lists
 * and SPEC-time-travel). It throws `unknown_parameter`, `invalid_parameter`, `as_of_with_filter`, `search_too_short`, `malformed_request`.
 */
export const queryReaderOf = (operation: Operation, schemas: Schemas): QueryReader => {
  const properties = parametersOf(operation);
  const check = schemas.query({
    type: 'object',
    properties,
    required: (operation.query?.['required'] as readonly string[] | undefined) ?? [],
  });
  const nothingSent = readOf(operation, {});
  const needsCheck = (operation.query?.['required'] as readonly string[] | undefined)?.length ?? 0;
  return (text) => {
    if (text === '' && needsCheck === 0) return nothingSent;
    const values = knownValues(queryOf(text), properties);
    refuseInvalid(check, values);
    return readOf(operation, normalised(values, properties));
  };
};

const parametersOf = (operation: Operation): Readonly<Record<string, TSchema>> => ({
  ...(operation.query?.['properties'] as Readonly<Record<string, TSchema>> | undefined),
  ...operation.list?.filters,
  ...(operation.list && {
    limit: Type.Integer({ minimum: 1, maximum: MAX_LIMIT }),
    cursor: Type.String({ minLength: 1 }),
    sort: sortOf(operation.list),
    count: Type.String({ enum: ['exact'] }),
  }),
  ...(operation.timeTravel && { as_of: Time }),
  ...(takesRevision(operation) && { revision: Type.String({ pattern: /^(0|[1-9][0-9]{0,17})$/.source }) }),
});

const sortOf = (list: ListBehaviour): TSchema => {
  const fields = Type.String({ enum: list.sort.flatMap((field) => [field, `-${field}`]) });
  const pattern = namedSortOf(list);
  return pattern === undefined ? fields : Type.Union([fields, Type.String({ pattern })]);
};

const knownValues = (
  sent: QueryValues,
  properties: Readonly<Record<string, TSchema>>,
): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(sent)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) throw unknownParameter(name);
    values[name] = schema['type'] === 'array' ? listed(sent[name]!, schema) : single(name, sent[name]!);
    if (schema['type'] === 'integer' && !INTEGER.test(String(values[name])))
      throw invalidParameter(name, 'type', 'must be integer');
  }
  return values;
};

/** A parameter of several values comes repeated, or with commas where no value can hold one. */
const listed = (value: string | readonly string[], schema: TSchema): readonly string[] => {
  const values = [value].flat();
  const { enum: words, format } = schema['items'] as TSchema;
  return words === undefined && format !== 'uuid' ? values : values.flatMap((part) => part.split(','));
};

const single = (name: string, value: string | readonly string[]): string => {
  if (typeof value === 'string') return value;
  throw invalidParameter(name, 'repeated', 'may stand only once');
};

const refuseInvalid = (check: Check, values: unknown): void => {
  const wrong = check(values);
  if (wrong === undefined) return;
  const errors = parameterErrors(wrong);
  throw new Problem('invalid_parameter', `\`${errors[0]?.parameter ?? ''}\` ${errors[0]?.message ?? ''}.`, {
    errors,
  });
};

/** Times become UTC with milliseconds and ids lower case, as documents hold them, so that they compare as texts. */
const normalised = (
  values: Record<string, unknown>,
  properties: Readonly<Record<string, TSchema>>,
): Readonly<Record<string, unknown>> => {
  for (const [name, value] of Object.entries(values)) {
    const format: unknown = properties[name]?.['format'];
    if (format === 'date-time') values[name] = utc(name, value as string);
    else if (format === 'uuid') values[name] = (value as string).toLowerCase();
  }
  return values;
};

/** `from` begins after a part of a millisecond: what is earlier within it is not meant. */
const utc = (name: string, time: string): string => {
  const isLeap = LEAP.test(time);
  const ms = Date.parse(time.replace(LEAP, '59'));
  const match = RFC_3339.exec(time);
  if (match === null || Number.isNaN(ms)) throw invalidParameter(name, 'format', 'is not a time');
  const isWithin = name === 'from' && !isLeap && /[1-9]/.test((match[1] ?? '').slice(3));
  const normal = new Date(isLeap ? Math.floor(ms / 1000 + 1) * 1000 : ms + Number(isWithin)).toISOString();
  if (!/^\d/.test(normal))
    throw invalidParameter(name, 'format', 'is not within the years 0000 to 9999 in UTC');
  return normal;
};

const readOf = (operation: Operation, values: Readonly<Record<string, unknown>>): ReadQuery => {
  const asOf = operation.timeTravel ? (values['as_of'] as string | undefined) : undefined;
  const revision = takesRevision(operation) ? (values['revision'] as string | undefined) : undefined;
  const filters = filtersOf(operation, values);
  if (asOf !== undefined && revision !== undefined)
    throw invalidParameter('revision', 'exclusive', 'and `as_of` exclude each other');
  const page = pageOf(operation, values);
  if (asOf !== undefined || revision !== undefined) refuseBesidePast(operation, filters, page);
  refuseShortSearch(filters);
  return {
    values,
    filters,
    page,
    asOf,
    revision: revision === undefined ? undefined : BigInt(revision),
  };
};

/** A word that nearly everything begins with is no search: it would go through all there is. */
const refuseShortSearch = ({ q }: Readonly<Record<string, unknown>>): void => {
  if (typeof q !== 'string' || !isShortSearch(q)) return;
  throw new Problem('search_too_short', undefined, {
    errors: [{ parameter: 'q', code: 'search_too_short', message: 'has a last word of one letter' }],
  });
};

/** Rows of today are what a list of the past goes over: it is in the order of what never changes. */
const refuseBesidePast = ({ list }: Operation, filters: object, page: PageRequest): void => {
  const isNarrowed = Object.keys(filters).length > 0;
  if (isNarrowed && list?.pastFilters !== true) throw new Problem('as_of_with_filter');
  const lasting = list?.lastingSort;
  if (lasting === undefined) return;
  refuseExactCount(page);
  if (lasting.includes(page.sort.replace(/^-/, ''))) return;
  throw new Problem(
    'as_of_with_filter',
    `Beside \`as_of\` this list is sorted by ${lasting.map((field) => `\`${field}\``).join(', ')} only.`,
    { errors: [{ parameter: 'sort', code: 'as_of', message: 'is by a field that changes' }] },
  );
};

/** Whether a row was there then, its stream tells: a million are not read for one number. */
const refuseExactCount = ({ countExactly }: PageRequest): void => {
  if (countExactly === undefined) return;
  throw new Problem('as_of_with_filter', 'Beside `as_of` this list is counted up to 10,000 only.', {
    errors: [{ parameter: 'count', code: 'as_of', message: 'cannot be exact of the past' }],
  });
};

const filtersOf = (
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(operation.list?.filters ?? {})
      .filter((name) => Object.hasOwn(values, name))
      .map((name) => [name, values[name]]),
  );

const NO_PAGE: PageRequest = { limit: MAX_LIMIT, sort: '' };

const pageOf = (operation: Operation, values: Readonly<Record<string, unknown>>): PageRequest => {
  if (operation.list === undefined) return NO_PAGE;
  const { limit, sort = operation.list.defaultSort, cursor, count } = values as ListValues;
  return {
    limit: limit ?? MAX_LIMIT,
    sort,
    ...(cursor === undefined ? {} : { after: afterCursor(cursor, orderOf(operation, sort)) }),
    ...(count === undefined ? {} : { countExactly: true }),
  };
};

interface ListValues {
  readonly limit?: number;
  readonly sort?: string;
  readonly cursor?: string;
  readonly count?: 'exact';
}

const unknownParameter = (given: string): Problem => {
  const parameter = given.slice(0, 100);
  return new Problem('unknown_parameter', undefined, {
    errors: [{ parameter, code: 'unknown_parameter', message: 'is not a parameter of this operation' }],
  });
};

const invalidParameter = (parameter: string, code: string, message: string): Problem =>
  new Problem('invalid_parameter', `\`${parameter}\` ${message}.`, {
    errors: [{ parameter, code, message }],
  });

import { isList, isRange } from '../matching.js';
import type { Filter, Scalar } from '../port.js';
import type { Shape, Side } from './shape.js';
import { columnOf } from './shape.js';
import { wordSearchOf } from './words.js';

/** What drives a query: an index of the documents' table, a side table, or the documents' table itself. */
export interface Driver {
  readonly source:
    | { readonly kind: 'table' }
    | { readonly kind: 'index'; readonly index: string }
    | { readonly kind: 'side'; readonly side: Side; readonly values: readonly string[] };
  /** The leading fields of the driver's order on which the filter has equalities. */
  readonly equal: readonly string[];
  /** Whether what it gives for one value of each of these fields is in the order asked for. */
  readonly isOrdered: boolean;
}

interface Candidate extends Driver {
  readonly score: number;
}

/** An order that comes from an index is worth more than one equality, less than two. */
const ORDERED = 1.5;
/** A value of an array selects about as well as an equality, a reader's token (`public`) less. */
const MULTIKEY = 1;
const READERS = 0.5;

/** Chooses by rule, not by statistics: the index that the filter and the sort were declared for wins. `sort` is absent when counting. */
export const planDriver = (shape: Shape, filter: Filter, sort: string | undefined): Driver => {
  const table: Candidate = {
    source: { kind: 'table' },
    equal: [],
    isOrdered: sort === 'id',
    score: sort === 'id' ? ORDERED : 0,
  };
  return [...compounds(shape, filter, sort), ...sides(shape, filter, sort)].reduce(
    (best, candidate) => (candidate.score > best.score ? candidate : best),
    table,
  );
};

const compounds = (shape: Shape, filter: Filter, sort: string | undefined): readonly Candidate[] =>
  shape.compounds.map(({ index, fields }) => ({
    source: { kind: 'index', index },
    ...prefixOf(fields, filter, sort, 0),
  }));

const sides = (shape: Shape, filter: Filter, sort: string | undefined): readonly Candidate[] =>
  shape.sides.flatMap((side) => {
    const values = side.kind === 'multikey' ? filter.any?.[side.field] : tokensFor(side, filter);
    if (values === undefined) return [];
    const worth = side.kind === 'multikey' ? MULTIKEY : READERS;
    return [{ source: { kind: 'side', side, values }, ...prefixOf(side.then, filter, sort, worth) } as const];
  });

const tokensFor = (side: Side, filter: Filter): readonly string[] | undefined =>
  filter.readers?.field === side.field ? filter.readers.tokens : undefined;

const prefixOf = (
  fields: readonly string[],
  filter: Filter,
  sort: string | undefined,
  worth: number,
): Pick<Candidate, 'equal' | 'isOrdered' | 'score'> => {
  const end = fields.findIndex((field) => equalities(filter, field) === undefined);
  const equal = end < 0 ? fields : fields.slice(0, end);
  const score = worth + equal.length;
  const ordered = isOrdered(fields, equal, sort);
  return { equal, isOrdered: ordered, score: ordered ? score + ORDERED : score };
};

/** The id follows the last field, so that only a sort by the last field, or by the id after all of them, is in order. */
const isOrdered = (fields: readonly string[], equal: readonly string[], sort: string | undefined): boolean =>
  sort === 'id'
    ? equal.length === fields.length
    : sort === fields.at(-1) && equal.length >= fields.length - 1;

/** The values that a field may equal; `undefined` when the filter has no equality on it. */
export const equalities = (filter: Filter, field: string): readonly Scalar[] | undefined => {
  const condition = filter.fields?.[field];
  if (condition === undefined) return undefined;
  if (isList(condition)) return condition;
  return isRange(condition) ? undefined : [condition];
};

/** Refuses what no index declares, whatever driver is chosen. */
export const checkDeclared = (shape: Shape, filter: Filter, sort: string | undefined): void => {
  for (const field of Object.keys(filter.fields ?? {})) columnOf(shape, field);
  if (sort !== undefined) columnOf(shape, sort);
  for (const field of Object.keys(filter.any ?? {})) sideOf(shape, 'multikey', field);
  if (filter.readers) sideOf(shape, 'readers', filter.readers.field);
  wordSearchOf(shape, filter);
};

export const sideOf = (shape: Shape, kind: Side['kind'], field: string): Side => {
  const side = shape.sides.find((each) => each.kind === kind && each.field === field);
  if (side === undefined)
    throw new Error(`no ${kind} index of ${shape.collection} declares the field ${field}`);
  return side;
};

/** Whether nothing can match: an empty list of values, tokens or choices. */
export const matchesNothing = (filter: Filter): boolean =>
  Object.keys(filter.fields ?? {}).some((field) => equalities(filter, field)?.length === 0) ||
  Object.values(filter.any ?? {}).some((values) => values.length === 0) ||
  filter.readers?.tokens.length === 0;

import type { Json } from '@cairn/kernel';
import type { Declaration, GraphFacts, PropertyType, Scope } from '../element.js';
import { fits } from '../typed.js';
import type { Survey, SurveyedProperty } from './survey.js';

/** A column of a format that declares its properties: a property has one for each type that its values need. */
export interface Column {
  readonly id: string;
  readonly of: Scope;
  readonly name: string;
  readonly type: PropertyType;
  readonly declaration?: Declaration;
  /** Every element has a value, so that the default can be said and adds nothing. */
  readonly withDefault: boolean;
}

/** All columns of a file. */
export class Columns {
  readonly all: readonly Column[];
  readonly #of: Readonly<Record<Scope, ReadonlyMap<string, readonly Column[]>>>;

  /** `id`: the id of a column, by its number. */
  constructor(survey: Survey, facts: GraphFacts, id: (scope: Scope, number: number) => string) {
    const columns = {
      node: columnsOf('node', survey.properties.node, survey.nodes, facts, id),
      edge: columnsOf('edge', survey.properties.edge, survey.edges, facts, id),
      graph: columnsOf('graph', survey.properties.graph, 1, facts, id),
    };
    this.#of = { node: byName(columns.node), edge: byName(columns.edge), graph: byName(columns.graph) };
    this.all = [...columns.graph, ...columns.node, ...columns.edge];
  }

  of(scope: Scope): readonly Column[] {
    return this.all.filter((column) => column.of === scope);
  }

  /** Throws when the survey did not see the value: what is written changed while it was written. */
  columnFor(scope: Scope, name: string, value: Json): Column {
    const columns = this.#of[scope].get(name) ?? [];
    const first = columns[0];
    if (first !== undefined && columns.length === 1 && first.type !== 'json')
      return this.#checked(first, value);
    const column = columns.find(({ type }) => type !== 'json' && fits(value, type)) ?? columns.find(isJson);
    if (column === undefined) throw new Error(`the graph changed while it was written: ${name}`);
    return column;
  }

  #checked(column: Column, value: Json): Column {
    if (!fits(value, column.type)) throw new Error(`the graph changed while it was written: ${column.name}`);
    return column;
  }

  /** The first column of a name, to speak of it. */
  named(scope: Scope, name: string): Column | undefined {
    return this.#of[scope].get(name)?.[0];
  }
}

const isJson = ({ type }: Column): boolean => type === 'json';

const byName = (columns: readonly Column[]): ReadonlyMap<string, readonly Column[]> => {
  const named = new Map<string, Column[]>();
  for (const column of columns) {
    const others = named.get(column.name);
    if (others === undefined) named.set(column.name, [column]);
    else others.push(column);
  }
  return named;
};

/** Declared ones first, in their order, also those that no element has. */
const columnsOf = (
  of: Scope,
  surveyed: ReadonlyMap<string, SurveyedProperty>,
  elements: number,
  { declarations = [] }: GraphFacts,
  id: (scope: Scope, number: number) => string,
): readonly Column[] => {
  const declared = declarations.filter((one) => one.of === of);
  const names = [...new Set([...declared.map(({ name }) => name), ...surveyed.keys()])];
  return names
    .flatMap((name) => {
      const own = declared.filter((one) => one.name === name);
      return columnsNamed(name, own, surveyed.get(name), elements);
    })
    .map((column, number) => ({ id: id(of, number), of, ...column }));
};

/** A column for each type that is declared or was met. */
const columnsNamed = (
  name: string,
  declared: readonly Declaration[],
  found: SurveyedProperty | undefined,
  elements: number,
): readonly Omit<Column, 'id' | 'of'>[] => {
  const types = [...new Set([...declared.map(({ type }) => type), ...(found?.types ?? [])])];
  return types.map((type) => {
    const declaration = declared.findLast((one) => one.type === type) ?? declared[0];
    const isEverywhere = found?.count === elements && types.length === 1 && type === declaration?.type;
    return {
      ...{ name, type, withDefault: isEverywhere || elements === 0 },
      ...(declaration === undefined ? {} : { declaration }),
    };
  });
};

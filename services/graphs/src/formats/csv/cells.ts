import type { Json } from '@cairn/kernel';
import type { ScalarType } from '../element.js';
import { limits } from '../limits.js';
import { jsonOf } from '../reading/json-value.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import { scalarOf } from '../typed.js';
import { decimalOf, integerOf, specialNumber } from '../values.js';

/** How the cells of a column are read; `any`: as numbers, `true` and `false` where they are some, else as texts. */
export type CellType = 'any' | 'json' | ScalarType | `list<${ScalarType}>`;

/** The types that Neo4j writes behind names in a header, as `age:int`; `json` is Cairn's own. */
const types: ReadonlyMap<string, ScalarType | 'json'> = new Map<string, ScalarType | 'json'>([
  ['string', 'string'],
  ['char', 'string'],
  ['boolean', 'boolean'],
  ['byte', 'long'],
  ['short', 'long'],
  ['int', 'long'],
  ['long', 'long'],
  ['float', 'double'],
  ['double', 'double'],
  ['json', 'json'],
  // There are no values of these types: they are texts.
  ...['date', 'time', 'localtime', 'datetime', 'localdatetime', 'duration', 'point'].map(
    (name) => [name, 'string'] as const,
  ),
]);
/** `at:datetime[]{timezone:Europe/Oslo}`; the options stand before or behind the brackets. */
const TYPED = /^(.*):([A-Za-z]+)(\{[^{}]*\})?(\[\])?(\{[^{}]*\})?$/s;

/** The name of a column and the type behind it. */
export const typedName = (
  header: string,
): { readonly name: string; readonly type: CellType; readonly hasOptions: boolean } => {
  const [, name = '', word = '', before, list, behind] = TYPED.exec(header) ?? [];
  const type = types.get(word.toLowerCase());
  if (type === undefined) return { name: header, type: 'any', hasOptions: false };
  return {
    name,
    type: list === undefined || type === 'json' ? type : `list<${type}>`,
    hasOptions: (before ?? behind) !== undefined,
  };
};

/** Neo4j separates the values of a list so. */
const LIST = ';';

/** The value of a cell that is not empty. Throws `FileRefused`. */
export const valueOf = (cell: string, type: CellType, place: Place): Json => {
  if (type === 'any') return untypedValue(cell);
  if (type === 'json') return jsonOf(cell, place);
  const item = /^list<(.*)>$/.exec(type)?.[1] as ScalarType | undefined;
  return item === undefined
    ? scalarIn(cell, type as ScalarType, place)
    : cell.split(LIST).map((one) => scalarIn(one, item, place));
};

const scalarIn = (text: string, type: ScalarType, place: Place): Json => {
  const value = scalarOf(text, type);
  if (value === undefined) throw new FileRefused('value_invalid', `${shown(text)} is no ${type}`, place);
  return value;
};

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number as JSON has it is one, unless a double would make infinity or zero of it. */
const untypedValue = (cell: string): Json => {
  if (cell === 'true' || cell === 'false') return cell === 'true';
  if (!NUMBER.test(cell) || cell.length > limits.digits) return cell;
  return (INTEGER.test(cell) ? integerOf(cell) : brokenNumber(cell)) ?? cell;
};

const brokenNumber = (cell: string): Json | undefined => {
  const value = Number(cell);
  if (!Number.isFinite(value) || (value === 0 && NOT_ZERO.test(cell))) return undefined;
  // What a double is written as is that double, however long; other texts of many digits would be rounded.
  return String(value) === cell ? value : decimalOf(cell);
};
/** A digit other than 0 before the exponent. */
const NOT_ZERO = /^[^eE]*[1-9]/;

/** The text of a value in a column without a type; `undefined` when that would not be read as the same. */
export const untypedText = (value: Json): string | undefined => {
  const text = typeof value === 'object' ? specialNumber(value)?.text : String(value);
  if (text === undefined || text === '') return undefined;
  const back = untypedValue(text);
  return back === value || JSON.stringify(back) === JSON.stringify(value) ? text : undefined;
};

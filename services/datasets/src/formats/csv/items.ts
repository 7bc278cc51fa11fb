import { type Json, JsonRefused, parseQuickly, type Source } from '@cairn/kernel';
import { type AnnotationType, annotationTypes } from '@cairn/contracts';
import type { ImportRecord, JsonFields, RecordAnnotation, RecordError, Where } from '../format.js';
import {
  FieldInvalid,
  joined,
  NO_CONTENT,
  objectOf,
  said,
  unclassified,
  wordsOf,
} from '../reading/fields.js';
import { JSON_LIMITS } from '../reading/flaws.js';
import { isAddress, isMissing, itemFile, nameOfAddress, pathNamed } from '../reading/item-file.js';
import { placed } from '../reading/json-file.js';
import { splitNames, splitsOfPlace } from '../split-names.js';
import type { Role } from './columns.js';
import type { Row } from './table.js';

/** The text of a cell; `undefined` when the column or the content is not there. */
export const cellOf = (row: Row, role: Role): string | undefined => {
  const at = row.columns.at[role];
  const cell = at === undefined ? '' : (row.cells[at] ?? '');
  return cell === '' ? undefined : row.written(cell);
};

/** What rows of one table are read with. */
export interface Beside {
  readonly source: Source;
  /** The split that the table's own name tells. */
  readonly split: string | undefined;
}

/** The item that a row tells of, with the annotation of the row. */
export const itemOfRow = (row: Row, { source, split }: Beside): ImportRecord | RecordError => {
  const where = { file: row.file, line: row.line };
  try {
    const text = cellOf(row, 'text');
    const named = namesOf(row, text !== undefined, source, where);
    const file = named.file_name === undefined ? undefined : itemFile(source, where, named.file_name);
    if (file !== undefined && isMissing(file)) return file;
    const annotations = annotationsOf(row);
    return {
      kind: 'item',
      where,
      ...said('id', cellOf(row, 'id')),
      ...named,
      ...said('file', file),
      ...said('text', text ?? emptyTextOf(row)),
      labels: unclassified(labelsOf(row), annotations),
      annotations,
      ...said('splits', splitsOf(row) ?? splitsOfPlace(split, file)),
      ...said('attributes', attributesOf(row, rolesUnused(named.file_name, annotations))),
    };
  } catch (error) {
    if (error instanceof FieldInvalid)
      return { kind: 'error', where, code: 'record_invalid', message: error.message };
    throw error;
  }
};

/** An empty cell is an empty text, where there is a column of them. */
const emptyTextOf = ({ columns }: Row): string | undefined =>
  columns.at.text === undefined ? undefined : '';

/** An address is the name of no file: it stays an attribute, and names the item when nothing else does. */
const namesOf = (
  row: Row,
  hasText: boolean,
  source: Source,
  where: Where,
): Pick<ImportRecord, 'name' | 'file_name'> => {
  const [name, file_name] = [cellOf(row, 'name'), cellOf(row, 'file_name')];
  const named = said('name', name);
  if (file_name === undefined) {
    refuseEmpty(row, hasText);
    return named;
  }
  const isDoubtful = isAddress(file_name) || (row.columns.isFileUnsure && hasText);
  if (!isDoubtful || pathNamed(source, where, file_name) !== undefined) return { ...named, file_name };
  return hasText ? named : { ...nameOfAddress(file_name), ...named };
};

/** What Cairn wrote may be without text and file: an item that has nothing but a name comes back. */
const refuseEmpty = ({ columns }: Row, hasText: boolean): void => {
  if (!hasText && columns.at.type === undefined) throw new FieldInvalid(NO_CONTENT);
};

/** Roles whose cell says nothing of this row's item or annotation: they are attributes then, so that nothing is lost. */
const rolesUnused = (
  fileName: string | undefined,
  annotations: readonly RecordAnnotation[],
): readonly Role[] => [
  ...(fileName === undefined ? (['file_name'] as const) : []),
  ...(annotations.length === 0 ? (['confidence'] as const) : []),
];

/** Several labels in one cell: a JSON list, else separated by `;` or `|`. */
const labelsOf = (row: Row): readonly string[] => {
  const cell = cellOf(row, 'labels');
  if (cell === undefined) return [];
  const listed = jsonList(cell, 'labels');
  const labels = listed ?? cell.split(cell.includes(';') ? ';' : '|').map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
};

const splitsOf = (row: Row): readonly string[] | undefined => {
  const cell = cellOf(row, 'split');
  if (cell === undefined) return undefined;
  const named = splitNames(jsonList(cell, 'split') ?? [cell]);
  return named.length === 0 ? undefined : named;
};

const jsonList = (cell: string, role: Role): readonly string[] | undefined => {
  if (!cell.startsWith('[')) return undefined;
  const value = parsedJson(cell, role);
  return Array.isArray(value) ? wordsOf(value, role) : undefined;
};

/** `undefined` when it is no JSON. Throws `FieldInvalid` when it is and cannot be kept. */
const parsedJson = (cell: string, role: Role): Json | undefined => {
  try {
    return parseQuickly(cell, JSON_LIMITS);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error instanceof JsonRefused ? new FieldInvalid(`${role}: ${placed(error)}`) : error;
  }
};

const objectCell = (row: Row, role: Role): JsonFields | undefined => {
  const cell = cellOf(row, role);
  if (cell === undefined) return undefined;
  const value = parsedJson(cell, role);
  if (value === undefined) throw new FieldInvalid(`${role} is not JSON`);
  return objectOf(value, role);
};

const attributesOf = (row: Row, unused: readonly Role[]): JsonFields | undefined => {
  const told = [...row.columns.attributes, ...unused.flatMap((role) => columnOf(row, role))]
    .map(({ name, at }) => [name, row.written(row.cells[at] ?? '')] as const)
    .filter(([, cell]) => cell !== '');
  const attributes = joined(Object.fromEntries(told), objectCell(row, 'attributes') ?? {});
  return Object.keys(attributes).length === 0 ? undefined : attributes;
};

const columnOf = ({ columns }: Row, role: Role): Row['columns']['attributes'] => {
  const at = columns.at[role];
  return at === undefined ? [] : [{ name: columns.names[at] ?? role, at }];
};

/** The annotation that a row tells of: by its type, else a box, else a classification. */
const annotationsOf = (row: Row): readonly RecordAnnotation[] => {
  const label = cellOf(row, 'label');
  const type = typeOf(row);
  const box = boxOf(row);
  if (type === undefined && box === undefined && label === undefined) return [];
  const confidence = numberCell(row, 'confidence');
  return [
    {
      type: type ?? (box === undefined ? 'classification' : 'rectangle'),
      value: objectCell(row, 'value') ?? box ?? {},
      ...said('label', label),
      ...said('confidence', confidence),
    },
  ];
};

const typeOf = (row: Row): AnnotationType | undefined => {
  const cell = cellOf(row, 'type');
  if (cell === undefined) return undefined;
  const type = annotationTypes.find((known) => known === cell);
  if (type === undefined) throw new FieldInvalid(`${cell} is no type of annotations`);
  return type;
};

const boxOf = (row: Row): JsonFields | undefined => {
  const sides = numbersOf(row, ['x', 'y', 'width', 'height']);
  if (sides !== undefined) return { x: sides[0]!, y: sides[1]!, width: sides[2]!, height: sides[3]! };
  const corners = numbersOf(row, ['xmin', 'ymin', 'xmax', 'ymax']);
  if (corners === undefined) return undefined;
  const [xmin, ymin, xmax, ymax] = corners;
  return { x: xmin!, y: ymin!, width: xmax! - xmin!, height: ymax! - ymin! };
};

/** The numbers of some columns, or none when all are empty. */
const numbersOf = (row: Row, roles: readonly Role[]): readonly number[] | undefined => {
  const numbers = roles.map((role) => numberCell(row, role)).filter((number) => number !== undefined);
  if (numbers.length > 0 && numbers.length < roles.length)
    throw new FieldInvalid(`a box needs all of ${roles.join(', ')}`);
  return numbers.length === 0 ? undefined : numbers;
};

const numberCell = (row: Row, role: Role): number | undefined => {
  const at = row.columns.at[role];
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim();
  if (cell === '') return undefined;
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new FieldInvalid(`${role} is not a number: ${cell}`);
  return value;
};

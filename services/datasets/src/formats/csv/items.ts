import type { Json } from '@cairn/kernel';
import { type AnnotationType, annotationTypes } from '@cairn/contracts';
import type { ImportRecord, JsonFields, RecordAnnotation, RecordError, Source } from '../format.js';
import { FieldInvalid, objectOf, said } from '../reading/fields.js';
import { flawOf } from '../reading/flaws.js';
import { isMissing, itemFile } from '../reading/item-file.js';
import { splitName, splitOfFile } from '../split-names.js';
import { restored } from './cells.js';
import type { Role } from './columns.js';
import type { Row } from './table.js';

/** The text of a cell; `undefined` when the column or the content is not there. */
export const cellOf = (row: Row, role: Role): string | undefined => {
  const at = row.columns.at[role];
  const cell = at === undefined ? '' : (row.cells[at] ?? '');
  return cell === '' ? undefined : restored(cell);
};

/** The item that a row begins, with the annotations of the row. */
export const itemOfRow = (row: Row, source: Source): ImportRecord | RecordError => {
  const where = { file: row.file, line: row.line };
  try {
    const fileName = cellOf(row, 'file_name');
    const file = fileName === undefined ? undefined : itemFile(source, where, fileName);
    if (file !== undefined && isMissing(file)) return file;
    return {
      kind: 'item',
      where,
      ...said('id', cellOf(row, 'id')),
      ...said('file_name', fileName),
      ...said('file', file),
      ...said('text', textOf(row)),
      labels: labelsOf(row),
      annotations: annotationsOf(row),
      ...said('splits', splitsOf(row)),
      ...said('attributes', attributesOf(row)),
    };
  } catch (error) {
    if (error instanceof FieldInvalid)
      return { kind: 'error', where, code: 'record_invalid', message: error.message };
    throw error;
  }
};

const textOf = (row: Row): string | undefined => {
  const text = cellOf(row, 'text');
  if (text === undefined && row.columns.at.text === undefined && row.columns.at.file_name === undefined)
    throw new FieldInvalid('the header names neither a text nor a file column');
  return text ?? (row.columns.at.text === undefined ? undefined : '');
};

/** Several labels in one cell: a JSON list, else separated by `;` or `|`. */
const labelsOf = (row: Row): readonly string[] => {
  const cell = cellOf(row, 'labels');
  if (cell === undefined) return [];
  const listed = jsonList(cell);
  const labels = listed ?? cell.split(cell.includes(';') ? ';' : '|').map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
};

const splitsOf = (row: Row): readonly string[] | undefined => {
  const cell = cellOf(row, 'split');
  const ofFile = splitOfFile(row.file);
  if (cell === undefined) return ofFile === undefined ? undefined : [ofFile];
  return [...new Set((jsonList(cell) ?? [cell]).map(splitName))];
};

const jsonList = (cell: string): readonly string[] | undefined => {
  if (!cell.startsWith('[')) return undefined;
  const value = parsedJson(cell);
  if (!Array.isArray(value)) return undefined;
  const flaw = flawOf(value);
  if (flaw !== undefined || value.some(isStructure))
    throw new FieldInvalid(flaw?.message ?? 'a list of names in a cell holds lists or objects');
  return value.map(String);
};

const isStructure = (value: Json): boolean => typeof value === 'object' && value !== null;

const parsedJson = (cell: string): Json | undefined => {
  try {
    return JSON.parse(cell) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const objectCell = (row: Row, role: Role): JsonFields | undefined => {
  const cell = cellOf(row, role);
  if (cell === undefined) return undefined;
  const value = parsedJson(cell);
  const flaw = value === undefined ? undefined : flawOf(value);
  if (value === undefined || flaw !== undefined)
    throw new FieldInvalid(flaw?.message ?? `${role} is not JSON`);
  return objectOf(value, role);
};

const attributesOf = (row: Row): JsonFields | undefined => {
  const told: Record<string, Json> = {};
  for (const { name, at } of row.columns.attributes) {
    const cell = row.cells[at] ?? '';
    if (cell !== '') told[name] = restored(cell);
  }
  const attributes = { ...told, ...objectCell(row, 'attributes') };
  return Object.keys(attributes).length === 0 ? undefined : attributes;
};

/** The annotation that a row tells of: by its type, else a box, else a classification. */
export const annotationsOf = (row: Row): readonly RecordAnnotation[] => {
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

/** The numbers of some columns, or none when one is missing. */
const numbersOf = (row: Row, roles: readonly Role[]): readonly number[] | undefined => {
  const numbers = roles.map((role) => numberCell(row, role)).filter((number) => number !== undefined);
  return numbers.length === roles.length ? numbers : undefined;
};

const numberCell = (row: Row, role: Role): number | undefined => {
  const at = row.columns.at[role];
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim();
  if (cell === '') return undefined;
  const value = Number(cell);
  if (!Number.isFinite(value)) throw new FieldInvalid(`${role} is not a number: ${cell}`);
  return value;
};

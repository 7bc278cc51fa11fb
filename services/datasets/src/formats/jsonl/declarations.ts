import { labelTypes } from '@cairn/contracts';
import type { DeclaredLabel, DeclaredSplit, Entry, NotHeld } from '../format.js';
import { attributesBeside, FieldInvalid, numberOf, said, textOf } from '../reading/fields.js';
import { baseName } from '../reading/item-file.js';
import type { JsonObject, Placed } from '../reading/json-file.js';

/** Files of the native form that declare labels and splits beside the items. */
export const LABELS_FILE = 'labels.jsonl';
export const SPLITS_FILE = 'splits.jsonl';

const fieldsOfLabel = new Set(['name', 'description', 'color', 'number', 'type', 'parent', 'attributes']);
const fieldsOfSplit = new Set(['name', 'description']);

/** What a line of one of these files declares. Throws `FieldInvalid`. */
export const declarationOf = (placed: Placed): Entry =>
  isOfSplit(placed) ? splitOf(placed) : labelOf(placed);

/** What a declaration says and nothing has a place for. */
export const notHeldOf = (placed: Placed): readonly NotHeld[] =>
  isOfSplit(placed)
    ? Object.keys(placed.object)
        .filter((name) => !fieldsOfSplit.has(name))
        .map((name) => ({ kind: 'not_held', where: placed.where, what: `splits.${name}` }))
    : [];

const isOfSplit = ({ where }: Placed): boolean => baseName(where.file) === SPLITS_FILE;

const splitOf = ({ object, where }: Placed): DeclaredSplit => ({
  kind: 'split',
  where,
  name: nameOf(object),
  ...said('description', textOf(object['description'], 'description')),
});

const labelOf = ({ object, where }: Placed): DeclaredLabel => ({
  kind: 'label',
  where,
  name: nameOf(object),
  ...said('description', textOf(object['description'], 'description')),
  ...said('color', colorOf(object)),
  ...said('number', classNumberOf(object)),
  ...said('type', typeOf(object)),
  ...said('parent', textOf(object['parent'], 'parent')),
  ...said(
    'attributes',
    attributesBeside(object, (field) => fieldsOfLabel.has(field)),
  ),
});

const nameOf = (object: JsonObject): string => {
  const name = textOf(object['name'], 'name');
  if (name === undefined) throw new FieldInvalid('a declaration has no name');
  return name;
};

const COLOR = /^#[0-9a-f]{6}$/i;

const colorOf = (object: JsonObject): string | undefined => {
  const color = textOf(object['color'], 'color');
  if (color !== undefined && !COLOR.test(color)) throw new FieldInvalid('color is not written as #rrggbb');
  return color;
};

const classNumberOf = (object: JsonObject): number | undefined => {
  const number = numberOf(object['number'], 'number');
  if (number !== undefined && (!Number.isSafeInteger(number) || number < 0))
    throw new FieldInvalid('the number of a label is an integer from 0');
  return number;
};

const typeOf = (object: JsonObject): string | undefined => {
  const type = textOf(object['type'], 'type');
  if (type !== undefined && !labelTypes.some((known) => known === type))
    throw new FieldInvalid(`type is none of ${labelTypes.join(', ')}`);
  return type;
};

import type { Json } from '@cairn/kernel';
import type { Declaration, PropertyType, Scope } from '../element.js';
import { limits } from '../limits.js';
import { isPropertyType } from '../own-words.js';
import { checkedName } from '../reading/names.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import { fits } from '../typed.js';
import { isObject, type JsonObject } from '../values.js';
import { isXmlText } from '../xml-text.js';

/** What the native form says of properties. Throws `FileRefused`: every format has to be able to write it. */
export const declarationsOf = (values: readonly Json[], place: Place): readonly Declaration[] => {
  const declarations = values.map((value) => declarationOf(value, place));
  const defaults = declarations.filter((one) => one.default !== undefined);
  if (declarations.length > limits.declarations || defaults.length > limits.defaults)
    throw new FileRefused(
      'too_large',
      `more than ${limits.declarations} declarations, or ${limits.defaults} defaults`,
      place,
    );
  return declarations;
};

const declarationOf = (value: Json, place: Place): Declaration => {
  if (!isObject(value)) throw refused('is not an object', place);
  const { of, name, type } = value;
  if (!isScope(of)) throw refused('is of no node, edge or graph', place);
  if (typeof name !== 'string' || name === '') throw refused('has no name', place);
  if (typeof type !== 'string' || !isPropertyType(type)) throw refused('has no type that is known', place);
  if (!isXmlText(name))
    throw new FileRefused('name_invalid', 'a declaration has a name that XML cannot write', place);
  const own = { of, name: checkedName(name, 'the name of a property', place), type };
  return { ...own, ...moreOf(value, type, place) };
};

const moreOf = (
  { default: fallback, options, dynamic }: JsonObject,
  type: PropertyType,
  place: Place,
): Partial<Declaration> => {
  if (fallback !== undefined && !fits(fallback, type)) throw refused('has a default of another type', place);
  if (options !== undefined && !isText(options)) throw refused('has options that are no text', place);
  return {
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(options === undefined ? {} : { options }),
    ...(dynamic === true ? { dynamic } : {}),
  };
};

const refused = (what: string, place: Place): FileRefused =>
  new FileRefused('structure_invalid', `a declaration ${what}`, place);

const isScope = (value: Json | undefined): value is Scope =>
  value === 'node' || value === 'edge' || value === 'graph';

const isText = (value: Json): value is string => typeof value === 'string' && isXmlText(value);

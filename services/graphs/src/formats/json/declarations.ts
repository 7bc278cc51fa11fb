import type { Json } from '@cairn/kernel';
import type { Declaration, Scope } from '../element.js';
import { limits } from '../limits.js';
import { isPropertyType } from '../own-words.js';
import { checkedName } from '../reading/names.js';
import { FileRefused, type Place } from '../reading/refusal.js';
import { fits } from '../typed.js';
import { isXmlText } from '../xml-text.js';
import { isObject } from './fields.js';

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
  const refuse = (what: string): never => {
    throw new FileRefused('structure_invalid', `a declaration ${what}`, place);
  };
  if (!isObject(value)) return refuse('is not an object');
  const { of, name, type, default: fallback, options, dynamic } = value;
  if (!isScope(of)) return refuse('is of no node, edge or graph');
  if (typeof name !== 'string' || name === '') return refuse('has no name');
  if (typeof type !== 'string' || !isPropertyType(type)) return refuse('has no type that is known');
  if (fallback !== undefined && !fits(fallback, type)) return refuse('has a default of another type');
  if (options !== undefined && !isText(options)) return refuse('has options that are no text');
  return {
    ...{ of, name: checkedName(name, 'the name of a property', place), type },
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(options === undefined ? {} : { options }),
    ...(dynamic === true ? { dynamic } : {}),
  };
};

const isScope = (value: Json | undefined): value is Scope =>
  value === 'node' || value === 'edge' || value === 'graph';

const isText = (value: Json): value is string => typeof value === 'string' && isXmlText(value);

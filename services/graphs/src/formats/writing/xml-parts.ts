import type { Json } from '@cairn/kernel';
import type { Kept, PropertyType } from '../element.js';
import { isRaw } from '../reading/raw.js';
import { itemType, scalarText } from '../typed.js';
import { isObject } from '../values.js';
import { escapedAttribute, escapedText, isXmlText } from '../xml-text.js';
import type { Column } from './columns.js';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** ` name="value"` for each that has one. */
export const attributesText = (attributes: Attributes): string => {
  let text = '';
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) text += ` ${name}="${escapedAttribute(value)}"`;
  return text;
};

/** An element with what stands in it, which is escaped. */
export const elementText = (name: string, attributes: Attributes, inner = ''): string => {
  const start = `<${name}${attributesText(attributes)}`;
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`;
};

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;

/** What is kept of attributes, as far as XML can have it; `own` are those that are written anyhow. */
export const keptAttributes = (value: Json | undefined, own: readonly string[]): Record<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const known = Object.entries(value).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && NAME.test(entry[0]) && isXmlText(entry[1]) && !own.includes(entry[0]),
  );
  return Object.fromEntries(known);
};

/** What is kept of an element for an XML format: attributes and children. */
export const keptParts = (
  kept: Kept | undefined,
  format: string,
): { readonly attributes?: Json; readonly children: readonly Json[] } => {
  const parts = kept?.[format];
  if (!isObject(parts)) return { children: [] };
  const { attributes, children } = parts;
  return {
    ...(attributes === undefined ? {} : { attributes }),
    children: Array.isArray(children) ? (children as readonly Json[]) : [],
  };
};

/** A kept element as XML; empty when it is none. */
export const rawText = (value: Json, depth = 0): string => {
  if (typeof value === 'string') return isXmlText(value) ? escapedText(value) : '';
  if (!isRaw(value) || !NAME.test(value[0]) || depth > DEEPEST) return '';
  const [name, attributes, ...children] = value;
  const inner = children.map((child) => rawText(child, depth + 1)).join('');
  return elementText(name, keptAttributes(attributes, []), inner);
};

const DEEPEST = 60;

export const directionName = (directed: boolean): string => (directed ? 'directed' : 'undirected');

/** How a value of a column is written, before it is escaped. */
export const columnText = (value: Json, type: PropertyType): string => {
  if (type === 'json') return jsonText(value);
  const item = itemType(type);
  if (item === undefined) return scalarText(value);
  const parts = (value as readonly Json[]).map((one) =>
    typeof one === 'string' ? jsonText(one) : scalarText(one),
  );
  return `[${parts.join(', ')}]`;
};

/** What elements have that say nothing under a column. */
export const defaultText = ({ type, declaration, withDefault }: Column): string => {
  const value = withDefault ? declaration?.default : undefined;
  return value === undefined ? '' : `<default>${escapedText(columnText(value, type))}</default>`;
};

/** The two characters that JSON may have and XML may not. */
const jsonText = (value: Json): string =>
  JSON.stringify(value).replaceAll(/[\ufffe\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

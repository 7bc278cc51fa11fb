import type { Json } from '@cairn/kernel';
import { OWN_ADDED } from '../own-words.js';
import { isRaw } from '../reading/raw.js';
import type { Tag } from '../reading/xml.js';

const COLOR = 'viz:color';
const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;
const PARTS = ['r', 'g', 'b'] as const;

/** GEXF 1.3 has `hex` for a color. 1.2 has `r`, `g` and `b` alone, without which NetworkX reads no file. */
export const withColorParts = (child: Json): Json => {
  if (!isRaw(child) || child[0] !== COLOR) return child;
  const [name, attributes, ...children] = child;
  const [r, g, b] = partsOf(attributes);
  if (r === undefined || PARTS.some((part) => attributes[part] !== undefined)) return child;
  return [name, { ...attributes, r, g, b, [OWN_ADDED]: PARTS.join(' ') }, ...children];
};

/** A color as it was before `withColorParts`. Where somebody changed a part of it since, the parts are the color. */
export const withoutColorParts = (tag: Tag): Tag => {
  const { [OWN_ADDED]: added, ...attributes } = tag.attributes;
  if (tag.name !== COLOR || added === undefined) return tag;
  const parts = partsOf(attributes);
  const isChanged = PARTS.some((part, at) => (attributes[part] ?? parts[at]) !== parts[at]);
  const dropped: readonly string[] = isChanged ? ['hex'] : PARTS;
  const others = Object.entries(attributes).filter(([name]) => !dropped.includes(name));
  return { ...tag, attributes: Object.fromEntries(others) };
};

/** Of the hexadecimal color; none where there is none. */
const partsOf = ({ hex = '' }: Tag['attributes']): readonly string[] =>
  (HEX.exec(hex) ?? []).slice(1).map((part) => String(Number.parseInt(part, 16)));

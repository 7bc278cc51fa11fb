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
  const hex = HEX.exec(attributes['hex'] ?? '');
  if (hex === null || PARTS.some((part) => attributes[part] !== undefined)) return child;
  const [r, g, b] = hex.slice(1).map((part) => String(Number.parseInt(part, 16)));
  return [name, { ...attributes, r, g, b, [OWN_ADDED]: PARTS.join(' ') }, ...children];
};

/** A color as it was before `withColorParts`. */
export const withoutColorParts = (tag: Tag): Tag => {
  if (tag.name !== COLOR || tag.attributes[OWN_ADDED] === undefined) return tag;
  const added = [OWN_ADDED, ...tag.attributes[OWN_ADDED].split(' ')];
  const attributes = Object.entries(tag.attributes).filter(([name]) => !added.includes(name));
  return { ...tag, attributes: Object.fromEntries(attributes) };
};

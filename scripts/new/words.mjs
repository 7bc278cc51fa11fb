import { articled } from '../../contracts/src/kit/articled.ts';

const NAME = /^[a-z][a-z0-9]*(?:[-_][a-z][a-z0-9]*)*$/;

/** Whether it is written as names of new things are: `model-card` or `model_card`. */
export const isName = (text) => NAME.test(text);

/** `card` → `cards`, `entry` → `entries`, `box` → `boxes`, `shelf` → `shelves`. */
const pluralOf = (word) => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (word.endsWith('lf')) return `${word.slice(0, -1)}ves`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

/** `cards` → `card`, `entries` → `entry`, `boxes` → `box`; what is no plural stays. */
const singularOf = (word) => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

export const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const spelt = (words) => {
  const pascal = words.map(capital).join('');
  const said = words.join(' ');
  return {
    /** `ModelCard`: schemas, events and operations. */
    pascal,
    /** `modelCard`: constants, and categories of streams. */
    camel: `${words[0]}${words.slice(1).map(capital).join('')}`,
    /** `model-card`: files and paths. */
    kebab: words.join('-'),
    /** `model_card`: events and fields. */
    snake: words.join('_'),
    /** `model card`: sentences. */
    said,
    /** `a model card`. */
    one: articled(said),
  };
};

const withLast = (words, change) => [...words.slice(0, -1), change(words.at(-1))];

/** A name in every spelling, of one and, under `many`, of several; `name` is one that `isName` takes. */
export const spellings = (name) => {
  const words = name.split(/[-_]/);
  return { ...spelt(words), many: spelt(withLast(words, pluralOf)) };
};

/** The same of a name that says several: `annotations`. */
export const spellingsOfMany = (name) => {
  const words = name.split(/[-_]/);
  return { ...spelt(withLast(words, singularOf)), many: spelt(words) };
};

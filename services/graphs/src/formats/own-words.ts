import type { PropertyType } from './element.js';

/**
 * What XML formats have no word for stands in attributes of a namespace of its own, where other tools look at nothing:
 * `cairn:type` is the type of values that stand as texts, `cairn:holds` says that a column is the labels or the type.
 */
export const OWN_NAMESPACE = 'urn:cairn:graph';
export const OWN_TYPE = 'cairn:type';
export const OWN_HOLDS = 'cairn:holds';
/** GEXF: the attributes of an element that the dialect asks for and the graph does not have. */
export const OWN_ADDED = 'cairn:added';
/** GraphML: the node that a node lies in. */
export const OWN_PARENT = 'cairn:parent';

const scalars = [
  'string',
  'any_uri',
  'boolean',
  'integer',
  'long',
  'float',
  'double',
  'big_integer',
  'big_decimal',
] as const;
const known: ReadonlySet<string> = new Set<string>([
  'json',
  ...scalars,
  ...scalars.map((one) => `list<${one}>`),
]);

export const isPropertyType = (name: string | undefined): name is PropertyType =>
  name !== undefined && known.has(name);

export const holdsOf = (word: string | undefined): 'labels' | 'type' | undefined =>
  word === 'labels' || word === 'type' ? word : undefined;

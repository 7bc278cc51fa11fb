import type { Json } from '@cairn/kernel';
import type { EdgeElement, GraphElement, NodeElement, Properties } from '../element.js';
import { isTexts } from '../values.js';
import type { Fields } from './fields.js';
import { plainNumbers } from './plain-numbers.js';

/** Where an object has its properties beside its own words: which words those are. */
const nodeWords = ['id', 'labels', 'parent'] as const;
const edgeWords = ['id', 'source', 'target', 'type', 'directed'] as const;

/** A node whose properties stand beside its id. A word that means something else there is a property. */
export const flatNode = (fields: Fields, uid: string, isParent = isText): NodeElement => {
  fields.take('id');
  const [labels, parent] = [fields.peek('labels'), fields.peek('parent')];
  const inner = isParent(parent) && parent !== '' ? fields.optionalUid('parent') : undefined;
  return {
    kind: 'node',
    uid,
    labels: isTexts(labels) ? fields.labels('labels') : [],
    ...(inner === undefined ? {} : { parent: inner }),
    properties: fields.restProperties(),
  };
};

const isText = (value: Json | undefined): boolean => typeof value === 'string';

export const flatEdge = (fields: Fields, directed: boolean): EdgeElement => {
  const uid = fields.optionalUid('id');
  return {
    kind: 'edge',
    ...(uid === undefined ? {} : { uid }),
    from: fields.uid('source'),
    to: fields.uid('target'),
    type: typeof fields.peek('type') === 'string' ? fields.type('type') : '',
    directed: typeof fields.peek('directed') === 'boolean' ? fields.flag('directed') === true : directed,
    properties: fields.restProperties(),
  };
};

/** The object of a node; its own words come before properties of the same name (`wordsLost`). */
export const flatNodeObject = ({ uid, labels, parent, properties }: NodeElement): Json => ({
  id: uid,
  ...without(properties, nodeWords),
  ...(labels.length === 0 ? {} : { labels }),
  ...(parent === undefined ? {} : { parent }),
});

/** `directed` is said where it is not what the graph says. */
export const flatEdgeObject = (edge: EdgeElement, graphDirected: boolean): Json => ({
  source: edge.from,
  target: edge.to,
  ...(edge.uid === undefined ? {} : { id: edge.uid }),
  ...(edge.type === '' ? {} : { type: edge.type }),
  ...(edge.directed === graphDirected ? {} : { directed: edge.directed }),
  ...without(edge.properties, edgeWords),
});

export const flatText = (value: Json): string => plainNumbers(JSON.stringify(value));

const without = (properties: Properties, words: readonly string[]): Properties => {
  if (!words.some((word) => Object.hasOwn(properties, word))) return properties;
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !words.includes(name)));
};

/** Properties that are named as the format's own words. */
export const wordsLost = (element: GraphElement): readonly string[] =>
  (element.kind === 'node' ? nodeWords : edgeWords)
    .filter((word) => Object.hasOwn(element.properties, word))
    .map((word) => `the property ${word} of ${element.kind}s`);

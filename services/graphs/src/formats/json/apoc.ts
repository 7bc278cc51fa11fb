import type { EdgeElement, NodeElement } from '../element.js';
import type { Role } from '../reading/json-pieces.js';
import { FileRefused } from '../reading/refusal.js';
import type { Findings, JsonDialect, Parsed } from './dialect.js';
import { flatText } from './flat.js';
import { declarationsLost, graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
import type { Fields } from './fields.js';

/** Of a list, or an object of `nodes` and `rels`. */
const wholeRole = (parent: Role | undefined, key: string | undefined): Role | undefined => {
  if (parent === undefined) return 'root';
  if (parent !== 'root') return undefined;
  if (key === 'nodes') return 'nodes';
  return key === 'rels' ? 'edges' : undefined;
};

const reader =
  ({ give, lose }: Findings) =>
  (piece: Parsed): void => {
    const fields = piece.fields('a line');
    switch (fields.text('type')) {
      case 'node':
        give(node(fields));
        break;
      case 'relationship':
        give(relationship(fields, piece));
        break;
      default:
        throw new FileRefused('structure_invalid', 'type is neither node nor relationship', piece.place);
    }
    for (const key of fields.untaken()) lose(`${key} of a line`);
  };

const node = (fields: Fields): NodeElement => ({
  kind: 'node',
  uid: fields.uid('id'),
  labels: fields.labels('labels'),
  properties: fields.properties('properties'),
});

const relationship = (fields: Fields, piece: Parsed): EdgeElement => {
  const uid = fields.optionalUid('id');
  return {
    kind: 'edge',
    ...(uid === undefined ? {} : { uid }),
    from: piece.inner(fields.objectAt('start'), 'the start of a relationship').uid('id'),
    to: piece.inner(fields.objectAt('end'), 'the end of a relationship').uid('id'),
    type: fields.type('label'),
    directed: true,
    properties: fields.properties('properties'),
  };
};

/** Neo4j's `apoc.export.json`: an element a line. */
export const apoc: JsonDialect = {
  name: 'apoc',
  extension: '.jsonl',
  contentType: 'application/x-ndjson',
  lines: true,
  directed: true,
  recognises: ({ top }) => top === 'lines',
  role: () => undefined,
  reader,
  layout: () => ({
    head: '',
    between: '',
    tail: '',
    separator: '',
    node: ({ uid, labels, properties }) => `${flatText({ type: 'node', id: uid, labels, properties })}\n`,
    edge: ({ uid, from, to, type, properties }) =>
      `${flatText({
        ...(uid === undefined ? {} : { id: uid }),
        type: 'relationship',
        label: type,
        properties,
        start: { id: from },
        end: { id: to },
      })}\n`,
  }),
  lost: (element) => {
    switch (element.kind) {
      case 'graph':
        return [
          ...declarationsLost(element),
          ...keptFactsLost(element.kept),
          ...graphPropertiesLost(element),
        ];
      case 'node':
        return element.parent === undefined ? keptLost(element) : ['parents of nodes', ...keptLost(element)];
      case 'edge':
        return element.directed ? keptLost(element) : ['that edges are undirected', ...keptLost(element)];
    }
  },
};

/** The same elements in one list or one object (`jsonFormat: 'ARRAY_JSON'`, `'JSON'`, `'JSON_ID_AS_KEYS'`). */
export const apocWhole: JsonDialect = {
  ...apoc,
  lines: false,
  recognises: ({ top, paths }) => (top === 'array' && paths.has('[].type')) || paths.has('rels'),
  role: wholeRole,
};

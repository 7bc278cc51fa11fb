import type { EdgeElement, GraphFacts, Kept, NodeElement } from '../element.js';
import { FileRefused } from '../reading/refusal.js';
import type { Findings, JsonDialect, Outline, Parsed } from './dialect.js';
import { declarationsOf } from './declarations.js';
import type { Fields } from './fields.js';
import { refuseMember } from './json-reader.js';

/** What graphology has no word for stands beside its words, where it looks at nothing. */
const node = (fields: Fields): NodeElement => {
  const parent = fields.optionalUid('parent');
  return {
    kind: 'node',
    uid: fields.uid('key'),
    labels: fields.labels('labels'),
    properties: fields.properties('attributes'),
    ...(parent === undefined ? {} : { parent }),
    ...keptOf(fields),
  };
};

/** In an undirected graph edges do not say that they are. */
const edge = (fields: Fields, isUndirected: boolean): EdgeElement => {
  const uid = fields.optionalUid('key');
  return {
    kind: 'edge',
    ...(uid === undefined ? {} : { uid }),
    from: fields.uid('source'),
    to: fields.uid('target'),
    type: fields.type('type'),
    directed: !(fields.flag('undirected') ?? isUndirected),
    properties: fields.properties('attributes'),
    ...keptOf(fields),
  };
};

const keptOf = (fields: Fields): { readonly kept?: Kept } => {
  const kept = fields.objectAt('kept');
  return Object.keys(kept).length === 0 ? {} : { kept };
};

const directions: ReadonlyMap<string, boolean> = new Map([
  ['directed', true],
  ['undirected', false],
]);

const optionsOf = (fields: Fields): GraphFacts => {
  const directed = directions.get(fields.text('type') ?? '');
  const multigraph = fields.flag('multi');
  fields.take('allowSelfLoops');
  return {
    kind: 'graph',
    ...(directed === undefined ? {} : { directed }),
    ...(multigraph === undefined ? {} : { multigraph }),
  };
};

const ownOf = (fields: Fields): GraphFacts => {
  const said = fields.take('declarations');
  const directed = fields.flag('directed');
  const declarations = Array.isArray(said) ? declarationsOf(said, fields.place) : undefined;
  return {
    kind: 'graph',
    ...(directed === undefined ? {} : { directed }),
    ...(declarations === undefined ? {} : { declarations }),
    ...keptOf(fields),
  };
};

const reader = ({ give, lose }: Findings) => {
  let isUndirected = false;
  /** An edge was taken as a directed one since it did not say what it is. */
  let isTaken = false;
  const options = (piece: Parsed): void => {
    const said = optionsOf(piece.fields('options'));
    isUndirected = said.directed === false;
    if (isUndirected && isTaken)
      throw new FileRefused(
        'structure_invalid',
        'what edges are is said only after the first of them',
        piece.place,
      );
    give(said);
  };
  const loseRest = (fields: Fields, what: string): void => {
    for (const key of fields.untaken()) lose(`${key} of ${what}`);
  };
  const element = (piece: Parsed): void => {
    const what = piece.role === 'nodes' ? 'a node' : 'an edge';
    const fields = piece.fields(what);
    isTaken ||= piece.role === 'edges' && !fields.has('undirected');
    give(piece.role === 'nodes' ? node(fields) : edge(fields, isUndirected));
    loseRest(fields, what);
  };
  const fact = (piece: Parsed): void => {
    if (piece.key === 'attributes')
      give({ kind: 'graph', properties: piece.fields('the graph').restProperties() });
    else if (piece.key === 'options') options(piece);
    else if (piece.key === 'cairn') give(ownOf(piece.fields('cairn')));
    else if (piece.key === 'nodes' || piece.key === 'edges') refuseMember(piece);
    else lose(`${piece.key ?? 'a value'} of the graph`);
  };
  return (piece: Parsed): void => {
    if ((piece.role === 'nodes' || piece.role === 'edges') && piece.key === undefined) element(piece);
    else fact(piece);
  };
};

const layout = ({ facts, directed, mixed }: Outline) => {
  const options = {
    type: mixed ? 'mixed' : directed ? 'directed' : 'undirected',
    multi: facts.multigraph ?? true,
    allowSelfLoops: true,
  };
  const { declarations, kept } = facts;
  // Graphology takes no edge that is not of the type; what edges are that do not say it stands beside.
  const said = { directed: mixed ? facts.directed : undefined, declarations, kept };
  const own = Object.values(said).every((one) => one === undefined)
    ? ''
    : `"cairn":${JSON.stringify(said)},\n`;
  return {
    // Readers tell the dialect by its options: the rest may be long.
    head: `{"options":${JSON.stringify(options)},\n"attributes":${JSON.stringify(facts.properties ?? {})},\n${own}"nodes":[\n`,
    between: '\n],\n"edges":[\n',
    tail: '\n]}\n',
    separator: ',\n',
    node: ({ uid, labels, properties, parent, kept: raw }: NodeElement) =>
      JSON.stringify({
        key: uid,
        ...(labels.length === 0 ? {} : { labels }),
        ...(parent === undefined ? {} : { parent }),
        attributes: properties,
        ...(raw === undefined ? {} : { kept: raw }),
      }),
    edge: ({ uid, from, to, type, directed: own, properties, kept: raw }: EdgeElement) =>
      JSON.stringify({
        ...(uid === undefined ? {} : { key: uid }),
        source: from,
        target: to,
        ...(own ? {} : { undirected: true }),
        ...(type === '' ? {} : { type }),
        attributes: properties,
        ...(raw === undefined ? {} : { kept: raw }),
      }),
  };
};

/** The native form: it holds everything. */
export const graphology: JsonDialect = {
  name: 'graphology',
  extension: '.json',
  contentType: 'application/json',
  lines: false,
  directed: true,
  recognises: ({ top, paths }) =>
    top !== 'array' &&
    !paths.has('links') &&
    (['options', 'cairn'].some((path) => paths.has(path)) ||
      // Nodes of other dialects have an id, and may have a property of such a name.
      (!paths.has('nodes[].id') && ['nodes[].key', 'nodes[].attributes'].some((path) => paths.has(path)))),
  role: (parent, key) => {
    if (parent === undefined) return 'root';
    return parent === 'root' && (key === 'nodes' || key === 'edges') ? key : undefined;
  },
  reader,
  layout,
  lost: () => [],
};

import type { EdgeElement, NodeElement, Properties } from '../element.js';
import type { Role } from '../reading/json-pieces.js';
import { FileRefused } from '../reading/refusal.js';
import { isTexts } from '../values.js';
import type { Findings, JsonDialect, Outline, Parsed } from './dialect.js';
import type { Fields } from './fields.js';
import { flatText } from './flat.js';
import { declarationsLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { flagOf, refuseMember } from './json-reader.js';

const inner: ReadonlyMap<string, Role> = new Map([
  ['root.graph', 'graph'],
  ['root.graphs', 'graphs'],
  ['graph.nodes', 'nodes'],
  ['graph.edges', 'edges'],
]);

const role = (parent: Role | undefined, key: string | undefined): Role | undefined => {
  if (parent === undefined) return 'root';
  if (parent === 'graphs') return 'graph';
  return key === undefined ? undefined : inner.get(`${parent}.${key}`);
};

/** `label` and `metadata` are properties, as long as they do not name one twice. */
const propertiesOf = (fields: Fields, losing: () => void): Properties => {
  const label = fields.text('label');
  const metadata = fields.properties('metadata');
  if (label === undefined) return metadata;
  if (Object.hasOwn(metadata, 'label') && metadata['label'] !== label) losing();
  return { label, ...metadata };
};

const elements = ({ give, lose, directed }: Findings) => {
  const loseRest = (fields: Fields, what: string): void => {
    for (const key of fields.untaken()) lose(`${key} of ${what}`);
  };
  const node = (piece: Parsed): void => {
    const fields = piece.fields('a node');
    const own = fields.optionalUid('id');
    const uid = piece.key === undefined ? (own ?? fields.uid('id')) : piece.checkedUid();
    const { labels, ...properties } = propertiesOf(fields, () =>
      lose('the label of a node beside one in its metadata'),
    );
    give({
      kind: 'node',
      uid,
      labels: isTexts(labels) ? piece.inner({ labels }, 'a node').labels('labels') : [],
      properties: isTexts(labels) || labels === undefined ? properties : { ...properties, labels },
    });
    loseRest(fields, 'a node');
  };
  const edge = (piece: Parsed): void => {
    const fields = piece.fields('an edge');
    const uid = fields.optionalUid('id');
    give({
      kind: 'edge',
      ...(uid === undefined ? {} : { uid }),
      from: fields.uid('source'),
      to: fields.uid('target'),
      type: fields.type('relation'),
      directed: fields.flag('directed') ?? directed(),
      properties: propertiesOf(fields, () => lose('the label of an edge beside one in its metadata')),
    });
    loseRest(fields, 'an edge');
  };
  return { node, edge };
};

const LISTS = ['nodes', 'edges'];
const NAMES = ['id', 'label', 'type'];

const fact = ({ give, lose, setDirected }: Findings, piece: Parsed): void => {
  const { key = '', value, place } = piece;
  if (NAMES.includes(key)) give({ kind: 'graph', kept: { [PREFIX + key]: value } });
  else if (key === 'directed') setDirected(flagOf(piece), place);
  else if (key === 'metadata') give({ kind: 'graph', properties: piece.fields(key).restProperties() });
  else if (key === 'hyperedges')
    throw new FileRefused('not_supported', 'hyperedges cannot be held: an edge has two ends', place);
  else if (LISTS.includes(key)) refuseMember(piece);
  else lose(`${key === '' ? 'a value' : key} of the graph`);
};

const reader = (findings: Findings) => {
  const { node, edge } = elements(findings);
  const outer = (piece: Parsed): void => {
    if (piece.key === 'graph' || piece.key === 'graphs') refuseMember(piece);
    else findings.lose(`${piece.key ?? 'a value'} of the file`);
  };
  return (piece: Parsed): void => {
    if (piece.role === 'nodes') node(piece);
    else if (piece.role === 'edges' && piece.key === undefined) edge(piece);
    else if (piece.role === 'graph') fact(findings, piece);
    else if (piece.role === 'root') outer(piece);
    else refuseMember(piece);
  };
};

const PREFIX = 'jgf.';

const layout = ({ facts, directed }: Outline) => {
  const raw = Object.entries(facts.kept ?? {})
    .filter(([name]) => ['id', 'label', 'type'].some((key) => name === PREFIX + key))
    .map(([name, value]) => [name.slice(PREFIX.length), value] as const);
  const head = flatText({ ...Object.fromEntries(raw), directed, metadata: facts.properties ?? {} });
  return {
    head: `{"graph":${head.slice(0, -1)},\n"nodes":{\n`,
    between: '\n},\n"edges":[\n',
    tail: '\n]}}\n',
    separator: ',\n',
    node: nodeText,
    edge: edgeText(directed),
  };
};

const metadata = (properties: Properties): { readonly metadata?: Properties } =>
  Object.keys(properties).length === 0 ? {} : { metadata: properties };

const nodeText = ({ uid, labels, properties }: NodeElement): string => {
  const { labels: _, ...others } = properties;
  const all = labels.length === 0 ? others : { ...others, labels };
  return `${JSON.stringify(uid)}:${flatText(metadata(all))}`;
};

const edgeText =
  (directed: boolean) =>
  ({ uid, from, to, type, directed: own, properties }: EdgeElement): string =>
    flatText({
      ...(uid === undefined ? {} : { id: uid }),
      source: from,
      target: to,
      ...(type === '' ? {} : { relation: type }),
      ...(own === directed ? {} : { directed: own }),
      ...metadata(properties),
    });

/** JSON Graph Format, version 2 (nodes by id) and 1 (a list); one graph a file. */
export const jsonGraphFormat: JsonDialect = {
  name: 'jgf',
  extension: '.json',
  contentType: 'application/vnd.jgf+json',
  lines: false,
  directed: true,
  recognises: ({ top, paths }) =>
    top !== 'array' &&
    !['nodes', 'edges', 'links', 'elements'].some((path) => paths.has(path)) &&
    ['graphs', 'graph.nodes', 'graph.edges', 'graph.hyperedges', 'graph'].some((path) => paths.has(path)),
  role,
  reader,
  layout,
  lost: (element) => {
    if (element.kind === 'graph')
      return [...declarationsLost(element), ...keptFactsLost(element.kept, 'jgf')];
    const parents = element.kind === 'node' && element.parent !== undefined ? ['parents of nodes'] : [];
    const taken =
      Object.hasOwn(element.properties, 'labels') && element.kind === 'node'
        ? ['the property labels of nodes']
        : [];
    return [...parents, ...taken, ...keptLost(element)];
  },
};

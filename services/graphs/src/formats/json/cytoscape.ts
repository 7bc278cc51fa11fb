import type { Json } from '@cairn/kernel';
import type { EdgeElement, Kept, NodeElement } from '../element.js';
import type { Role } from '../reading/json-pieces.js';
import { FileRefused } from '../reading/refusal.js';
import { isObject, type JsonObject } from '../values.js';
import type { Findings, JsonDialect, Outline, Parsed } from './dialect.js';
import type { Fields } from './fields.js';
import { flatEdge, flatEdgeObject, flatNode, flatNodeObject, flatText, wordsLost } from './flat.js';
import { declarationsLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { factsProperties, refuseMember } from './json-reader.js';

const role = (parent: Role | undefined, key: string | undefined): Role | undefined => {
  if (parent === undefined) return 'root';
  if (parent === 'root' && key === 'elements') return 'elements';
  const holds = parent === 'root' || parent === 'elements';
  return holds && (key === 'nodes' || key === 'edges') ? key : undefined;
};

/** It takes numbers for ids, of parents too. */
const isId = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';

/** Position, classes and the like are kept as they are. */
const keptOf = (around: Fields): { readonly kept?: Kept } => {
  const rest = around.rest();
  return Object.keys(rest).length === 0 ? {} : { kept: { cytoscape: rest } };
};

const isEdge = ({ role: container }: Parsed, group: string | undefined, data: JsonObject): boolean => {
  if (container === 'nodes' || group === 'nodes') return false;
  return (
    container === 'edges' ||
    group === 'edges' ||
    (Object.hasOwn(data, 'source') && Object.hasOwn(data, 'target'))
  );
};

const reader = ({ give, setDirected, directed }: Findings) => {
  const element = (piece: Parsed): void => {
    const around = piece.fields('an element');
    const [group, data] = [around.text('group'), around.objectAt('data')];
    const kept = keptOf(around);
    if (isEdge(piece, group, data)) {
      give({ ...flatEdge(piece.inner(data, 'an edge'), directed()), ...kept });
      return;
    }
    const fields = piece.inner(data, 'a node');
    give({ ...flatNode(fields, fields.uid('id'), isId), ...kept });
  };
  const fact = (piece: Parsed): void => {
    const { key = '', value, place } = piece;
    if (LISTS.includes(key)) refuseMember(piece);
    else if (typeof value === 'boolean' && key === 'directed') setDirected(value, place);
    else if (typeof value === 'boolean' && key === 'multigraph') give({ kind: 'graph', multigraph: value });
    else if (key === 'data') give({ kind: 'graph', properties: factsProperties(piece) });
    else give({ kind: 'graph', kept: { [`cytoscape.${piece.checkedKey()}`]: value } });
  };
  return (piece: Parsed): void => {
    if (piece.key === undefined) element(piece);
    else if (piece.role === 'root') fact(piece);
    else
      throw new FileRefused('structure_invalid', `${piece.key} stands where an element should`, piece.place);
  };
};

const node = (element: NodeElement): string =>
  flatText({ data: flatNodeObject(element), ...rawOf(element.kept) });

const edge =
  (directed: boolean) =>
  (element: EdgeElement): string =>
    flatText({ data: flatEdgeObject(element, directed), ...rawOf(element.kept) });

/** What was kept, without the words that the element itself has. */
const rawOf = (kept: Kept = {}): JsonObject => {
  const raw = kept['cytoscape'];
  if (!isObject(raw)) return {};
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key !== 'data' && key !== 'group'));
};

const LISTS = ['elements', 'nodes', 'edges'];
const PREFIX = 'cytoscape.';
const own = ['elements', 'nodes', 'edges', 'data', 'directed', 'multigraph'];

const layout = ({ facts, directed }: Outline) => {
  const head: Record<string, Json> = {
    directed,
    multigraph: facts.multigraph ?? true,
    data: facts.properties ?? {},
  };
  for (const [name, raw] of Object.entries(facts.kept ?? {})) {
    const key = name.slice(PREFIX.length);
    if (name.startsWith(PREFIX) && !own.includes(key)) head[key] = raw;
  }
  return {
    head: `${flatText(head).slice(0, -1)},\n"elements":{"nodes":[\n`,
    between: '\n],\n"edges":[\n',
    tail: '\n]}}\n',
    separator: ',\n',
    node,
    edge: edge(directed),
  };
};

/** Elsewhere `data` is a property beside an id or the ends, or edges are called links. */
const isBare = (paths: ReadonlySet<string>): boolean =>
  !paths.has('links') &&
  ((paths.has('nodes[].data') && !paths.has('nodes[].id')) ||
    (paths.has('edges[].data') && !paths.has('edges[].source')));

/** Cytoscape.js: elements as an object, as a list, or bare; edges are directed unless the file says otherwise. */
export const cytoscape: JsonDialect = {
  name: 'cytoscape',
  extension: '.cyjs',
  contentType: 'application/json',
  lines: false,
  distinctIds: true,
  directed: true,
  recognises: ({ top, paths }) =>
    top !== 'lines' &&
    (['elements', 'elements[]', '[].data', '[].group'].some((path) => paths.has(path)) || isBare(paths)),
  role,
  reader,
  layout,
  lost: (element) =>
    element.kind === 'graph'
      ? [...declarationsLost(element), ...keptFactsLost(element.kept, 'cytoscape')]
      : [...wordsLost(element), ...keptLost(element, 'cytoscape')],
};

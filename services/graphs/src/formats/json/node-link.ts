import type { GraphElement, GraphFacts } from '../element.js';
import type { Role } from '../reading/json-pieces.js';
import { FileRefused } from '../reading/refusal.js';
import type { Findings, JsonDialect, Outline, Parsed } from './dialect.js';
import { flatEdge, flatEdgeObject, flatNode, flatNodeObject, flatText, wordsLost } from './flat.js';
import { declarationsLost, graphPropertiesLost, keptFactsLost, keptLost } from '../writing/lost.js';
import { factsProperties, flagOf, refuseMember } from './json-reader.js';

const role = (parent: Role | undefined, key: string | undefined): Role | undefined => {
  if (parent === undefined) return 'root';
  if (parent !== 'root') return undefined;
  if (key === 'nodes') return 'nodes';
  return key === 'edges' || key === 'links' ? 'edges' : undefined;
};

/** Nodes without an id are named by their place in the list, as D3 has it; edges then name places. */
const elements = ({ give, directed }: Findings) => {
  let place = 0;
  let unnamed = false;
  const node = (piece: Parsed): void => {
    const fields = piece.fields('a node');
    const uid = fields.optionalUid('id') ?? String(place);
    unnamed ||= !fields.has('id');
    give(flatNode(fields, uid));
    place += 1;
  };
  const edge = (piece: Parsed): void => {
    const fields = piece.fields('an edge');
    if (unnamed && (typeof fields.peek('source') === 'string' || typeof fields.peek('target') === 'string'))
      throw new FileRefused(
        'structure_invalid',
        'an edge names nodes by text, but nodes have no id',
        piece.place,
      );
    give(flatEdge(fields, directed()));
  };
  return (piece: Parsed): void => {
    if (piece.key !== undefined) refuseMember(piece);
    else if (piece.role === 'nodes') node(piece);
    else edge(piece);
  };
};

const reader = (findings: Findings) => {
  const { give, lose, setDirected } = findings;
  const element = elements(findings);
  const fact = (piece: Parsed): void => {
    switch (piece.key) {
      case 'directed':
        setDirected(flagOf(piece), piece.place);
        return;
      case 'multigraph':
        give({ kind: 'graph', multigraph: flagOf(piece) });
        return;
      case 'graph':
        give({ kind: 'graph', properties: factsProperties(piece) });
        return;
      case 'nodes':
      case 'edges':
      case 'links':
        return refuseMember(piece);
      default:
        lose(`${piece.key ?? 'a value'} of the graph`);
        return;
    }
  };
  return (piece: Parsed): void => (piece.role === 'root' ? fact(piece) : element(piece));
};

const lostOf = (element: GraphElement | GraphFacts): readonly string[] =>
  element.kind === 'graph'
    ? [...declarationsLost(element), ...keptFactsLost(element.kept)]
    : [...wordsLost(element), ...keptLost(element)];

const common = {
  extension: '.json',
  contentType: 'application/json',
  lines: false,
  directed: false,
  role,
  reader,
} as const;

const layoutOf = (head: string, edges: string, directed: boolean) => ({
  head: `${head}"nodes":[\n`,
  between: `\n],\n"${edges}":[\n`,
  tail: '\n]}\n',
  separator: ',\n',
  node: (node: Parameters<typeof flatNodeObject>[0]) => flatText(flatNodeObject(node)),
  edge: (edge: Parameters<typeof flatEdgeObject>[0]) => flatText(flatEdgeObject(edge, directed)),
});

/** NetworkX; `links` as older versions write it, `edges` as newer ones. */
export const nodeLink: JsonDialect = {
  ...common,
  name: 'node-link',
  recognises: ({ top, paths }) =>
    top !== 'array' &&
    // Where edges stand first, nodes may be far behind.
    ['nodes', 'edges', 'links'].some((key) => paths.has(key)) &&
    ['directed', 'multigraph', 'graph', 'edges'].some((key) => paths.has(key)),
  layout: ({ facts, directed }: Outline) =>
    layoutOf(
      `{"directed":${directed},"multigraph":${facts.multigraph ?? true},"graph":${flatText(facts.properties ?? {})},\n`,
      'edges',
      directed,
    ),
  lost: lostOf,
};

/** D3: `nodes` and `links`, undirected. */
export const d3: JsonDialect = {
  ...common,
  name: 'd3',
  recognises: ({ top, paths }) => top !== 'array' && paths.has('nodes') && paths.has('links'),
  layout: () => layoutOf('{', 'links', false),
  lost: (element) =>
    element.kind === 'graph' ? [...lostOf(element), ...graphPropertiesLost(element)] : lostOf(element),
};

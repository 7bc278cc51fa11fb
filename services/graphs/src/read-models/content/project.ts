import { withoutAbsent } from '@cairn/assets';
import {
  type GraphContentEvent,
  graphContentStreamEvents,
  type StoredEdge,
  type StoredNode,
} from '@cairn/contracts';
import { type Change, type Json, projection, type ProjectedEvent, type Swept } from '@cairn/kernel';
import { touchedElements } from '../../domain/content/touched.js';
import { FACTS, factsPieces } from './facts.js';
import {
  changeId,
  contentId,
  keyOf,
  OPEN,
  rowId,
  rowsOfSpace,
  spaceOf,
  type TermKind,
  termId,
} from './keys.js';

export const NODES = 'graph_nodes';
export const EDGES = 'graph_edges';
/** One for each change of the content of a version. */
export const CHANGES = 'graph_changes';
/** By the id of the stream: the content of a version as it is now. */
export const CONTENTS = 'graph_contents';
/** How many nodes have a label, and edges a type. */
export const TERMS = 'graph_terms';

type Facts = Omit<ProjectedEvent, 'event'>;
/** Of the content, at which revision and time. */
interface Place {
  readonly s: string;
  readonly revision: number;
  readonly at: string;
}

const project = ({ data }: GraphContentEvent, facts: Facts): readonly Change[] => {
  const place = { s: spaceOf(facts.id), revision: Number(facts.revision), at: facts.at };
  const { nodes, edges, deletedNodes, deletedEdges } = touchedElements(data);
  const { own, others } = keysIn(data);
  return [
    ...nodes.flatMap((node) => [
      ...ended(NODES, node, place),
      put(NODES, { ...nodeRow(node, place), ...own.get(node.uid) }),
    ]),
    ...others.map(({ uid, since, unique }) => patchedKeys(rowId(place.s, keyOf(uid), since), unique)),
    ...edges.flatMap((edge) => [...ended(EDGES, edge, place), put(EDGES, edgeRow(edge, place))]),
    ...deletedNodes.flatMap((each) => ended(NODES, each, place)),
    ...deletedEdges.flatMap((each) => ended(EDGES, each, place)),
    ...(data.by.labels ?? []).map((label) => counted('label', label, place)),
    ...(data.by.types ?? []).map((type) => counted('type', type, place)),
    ...(data.facts === undefined ? [] : factsPieces(data.facts, place).map((piece) => put(FACTS, piece))),
    put(CHANGES, changeRow(data, facts, place)),
    contentChange(data, facts),
  ];
};

/** The keys of the nodes of an event, and of nodes that were there before. */
const keysIn = ({ keys = [] }: GraphContentEvent['data']) => ({
  own: new Map(
    keys.flatMap(({ uid, since, keys: unique }) => (since === undefined ? [[uid, { unique }] as const] : [])),
  ),
  others: keys.flatMap(({ uid, since, keys: unique }) =>
    since === undefined ? [] : [{ uid, since, unique }],
  ),
});

const patchedKeys = (id: string, unique: readonly string[]): Change => ({
  ...{ kind: 'patch', collection: NODES, id },
  fields: { unique },
});

const put = (
  collection: string,
  document: { readonly id: string; readonly [field: string]: Json | undefined },
): Change => ({ kind: 'put', collection, document });

/** The row of what an element was, which ends here. */
const ended = (
  collection: string,
  { uid, was }: { readonly uid: string; readonly was?: number | undefined },
  { s, revision }: Place,
): readonly Change[] =>
  was === undefined
    ? []
    : [{ kind: 'patch', collection, id: rowId(s, keyOf(uid), was), fields: { until: revision } }];

const rowOf = ({ uid, created_at }: StoredNode | StoredEdge, { s, revision, at }: Place) => {
  const k = keyOf(uid);
  return {
    ...{ id: rowId(s, k, revision), s, k, since: revision, until: OPEN },
    ...{ created_at: created_at ?? at, updated_at: at },
    ...(k === uid ? {} : { uid }),
  };
};

// Properties are JSON: they came in a body, or in a file.
type Properties = { readonly [name: string]: Json };

const nodeRow = (node: StoredNode, place: Place) => ({
  ...rowOf(node, place),
  labels: node.labels,
  properties: node.properties as Properties,
  ...withoutAbsent({ parent: node.parent }),
  ...keptOf(node),
});

const keptOf = ({ kept }: StoredNode | StoredEdge) =>
  kept === undefined ? {} : { kept: kept as Properties };

const edgeRow = (edge: StoredEdge, place: Place) => {
  const { source, target, type, directed } = edge;
  const [a, b] = [keyOf(source), keyOf(target)];
  return {
    ...rowOf(edge, place),
    ...{ a, b, type, directed, properties: edge.properties as Properties },
    ...keptOf(edge),
    ...(a === source ? {} : { source }),
    ...(b === target ? {} : { target }),
  };
};

const counted = (
  kind: TermKind,
  { name, by }: { readonly name: string; readonly by: number },
  { s }: Place,
): Change => ({
  ...{ kind: 'increment', collection: TERMS, id: termId(s, kind, name) },
  ...{ by: { count: by }, defaults: { s, kind, name } },
});

const changeRow = (
  { total, job_id: job }: GraphContentEvent['data'],
  facts: Facts,
  { s, revision, at }: Place,
) => {
  const { hash, position, actor, command, correlation } = facts;
  return {
    ...{ id: changeId(s, revision), s, revision, at, hash, position, command, correlation },
    actor: { kind: actor.kind, id: actor.id },
    ...(job === undefined ? {} : { job }),
    ...total,
  };
};

const contentChange = (
  { graph_id, version_id, total }: GraphContentEvent['data'],
  { id, revision, hash, at }: Facts,
): Change => {
  const now = { ...total, revision: revision.toString(), hash, updated_at: at };
  return revision === 0n
    ? put(CONTENTS, { id, graph_id, version_id, ...now, created_at: at })
    : { kind: 'patch', collection: CONTENTS, id, fields: now };
};

/** `graphs.content`: a row for each state of each node and edge, with the revisions from which and up to which it was so. */
export const contentProjection = projection<GraphContentEvent>({
  name: 'graphs.content',
  version: 2,
  collections: [
    {
      name: NODES,
      indexes: [
        { kind: 'compound', fields: ['s', 'until', 'k'] },
        { kind: 'multikey', field: 'labels', then: ['s', 'until', 'k'] },
        { kind: 'multikey', field: 'unique', then: ['s', 'until', 'k'] },
      ],
    },
    {
      name: EDGES,
      indexes: [
        { kind: 'compound', fields: ['s', 'until', 'k'] },
        { kind: 'compound', fields: ['s', 'until', 'a', 'k'] },
        { kind: 'compound', fields: ['s', 'until', 'b', 'k'] },
        { kind: 'compound', fields: ['s', 'until', 'type', 'k'] },
      ],
    },
    {
      name: CHANGES,
      indexes: [
        { kind: 'compound', fields: ['s', 'at'] },
        { kind: 'compound', fields: ['s', 'job', 'revision'] },
      ],
    },
    { name: CONTENTS, indexes: [] },
    { name: FACTS, indexes: [] },
    {
      name: TERMS,
      indexes: [
        { kind: 'compound', fields: ['s', 'kind', 'name'] },
        { kind: 'compound', fields: ['s', 'kind', 'count'] },
      ],
    },
  ],
  events: Object.values(graphContentStreamEvents),
  project,
});

/** What of this goes with a version. */
export const sweptContent = (versionId: string): readonly Swept[] =>
  [NODES, EDGES, CHANGES, TERMS, FACTS].map((collection) => ({
    ...{ projection: contentProjection.name, collection, sort: 'id' },
    fields: { id: rowsOfSpace(spaceOf(contentId(versionId))) },
  }));

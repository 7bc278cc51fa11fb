import { type NodeSettings, settingsOf } from './settings.js';
import type { KnownEdge, KnownNode, Parts } from '../canvas/state.js';

/** What follows when a node fails for good. */
export type OnFailure = 'stop' | 'continue' | 'skip';

/** A node as it is executed. */
export interface PlannedNode {
  readonly id: string;
  readonly name: string;
  /** `model`: it asks one. `pass`: it hands on what it gets. */
  readonly kind: 'model' | 'pass';
  readonly entity_type: KnownNode['entity_type'];
  readonly entity_id: string;
  /** The version that runs; empty where it works with none. */
  readonly version_id: string;
  /** Who saved it: it has the rights of that person. */
  readonly saver: string;
  /** Those who saved the edges that end here, each once. */
  readonly edgeSavers: readonly string[];
  readonly onFailure: OnFailure;
  /** So many more attempts it has after the first. */
  readonly retries: number;
  /** Seconds; 0: none is said. */
  readonly timeout: number;
  readonly settings: NodeSettings;
}

/** Where an edge comes from. */
interface Incoming {
  readonly at: number;
  /** It carries data; else it is of context. */
  readonly data: boolean;
}

/** The nodes of a canvas by their places, and how they are connected. */
export interface Plan {
  readonly nodes: readonly PlannedNode[];
  readonly places: ReadonlyMap<string, number>;
  readonly into: readonly (readonly Incoming[])[];
  readonly outOf: readonly (readonly number[])[];
  /** Where its data come from, each place once, in the order of the edges. */
  readonly inputs: readonly (readonly number[])[];
  /** No data edge begins at it: what it puts out is a result. */
  readonly isLast: readonly boolean[];
}

/** Retries of a node whose `on_failure` is `retry` alone, and the most that count. */
const [DEFAULT_RETRIES, MOST_RETRIES] = [3, 20];

/** What `on_failure` says; a word that is none is told as a problem before. */
export const failureRule = (
  onFailure: string,
): { readonly onFailure: OnFailure; readonly retries: number } => {
  const [word = '', count] = onFailure.split(':');
  if (word === 'retry')
    return {
      onFailure: 'stop',
      retries: count === undefined ? DEFAULT_RETRIES : Math.min(Number(count), MOST_RETRIES),
    };
  return { onFailure: word === 'continue' || word === 'skip' ? word : 'stop', retries: 0 };
};

/** The version of an entity that a node runs. */
export type VersionOf = (node: KnownNode) => string;

/** A canvas as it is executed. Takes time linear in nodes and edges. */
export const planOf = (
  { nodes, edges }: { readonly nodes: Parts<KnownNode>; readonly edges: Parts<KnownEdge> },
  versionOf: VersionOf,
): Plan => {
  const all = Object.values(nodes);
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const into = all.map((): Incoming[] => []);
  const outOf = all.map((): number[] => []);
  const savers = all.map(() => new Set<string>());
  const isLast = all.map(() => true);
  for (const { begin_node_id, end_node_id, edge_type, user_id } of Object.values(edges)) {
    const [begin, end] = [places.get(begin_node_id)!, places.get(end_node_id)!];
    const data = edge_type === 'data';
    into[end]!.push({ at: begin, data });
    outOf[begin]!.push(end);
    savers[end]!.add(user_id);
    if (data) isLast[begin] = false;
  }
  const inputs = into.map((edgesIn) => [...new Set(edgesIn.filter(({ data }) => data).map(({ at }) => at))]);
  return {
    nodes: all.map((node, place) => planned(node, [...savers[place]!], versionOf)),
    ...{ places, into, outOf, inputs, isLast },
  };
};

const planned = (node: KnownNode, edgeSavers: readonly string[], versionOf: VersionOf): PlannedNode => ({
  id: node.id,
  name: node.name,
  kind: node.entity_type === 'model' ? 'model' : 'pass',
  entity_type: node.entity_type,
  entity_id: node.entity_id,
  version_id: node.entity_type === 'model' ? versionOf(node) : '',
  saver: node.user_id,
  edgeSavers,
  ...failureRule(node.on_failure),
  timeout: node.timeout,
  settings: settingsOf(node.config),
});

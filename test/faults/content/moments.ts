import { hash } from 'node:crypto';
import type { Answer, Client } from '@cairn/client';
import type { GraphEdge, GraphNode } from '@cairn/contracts';
import { totalIn, type VersionPath } from '../../support/content.js';

/** The nodes, or the edges, of a version at a moment. */
export interface Elements {
  /** What is told of each, but when it was changed, by its uid. */
  readonly values: ReadonlyMap<string, string>;
  /** How many have a label, or a type. */
  readonly terms: ReadonlyMap<string, number>;
}

/** The content of a version at a moment. */
export interface Moment {
  readonly nodes: Elements;
  readonly edges: Elements;
  /** Of all that was answered. */
  readonly digest: string;
  /** What does not agree. */
  readonly wrong: readonly string[];
}

/** Reads it as of a revision, or as it is. */
export const momentOf = async (client: Client, params: VersionPath, revision?: number): Promise<Moment> => {
  const call = { params, query: { limit: 1_000, ...(revision === undefined ? {} : { revision }) } };
  const nodes = await whole(client.pages('listGraphNodes', call));
  const edges = await whole(client.pages('listGraphEdges', call));
  const uids = new Set(nodes.all.map(({ uid }) => uid));
  const loose = edges.all.filter(({ source, target }) => !uids.has(source) || !uids.has(target));
  return {
    nodes: elementsOf(nodes.all, ({ labels }) => labels),
    edges: elementsOf(edges.all, ({ type }) => [type]),
    digest: digestOf([nodes.all, edges.all]),
    wrong: [
      ...nodes.wrong,
      ...edges.wrong,
      ...loose.map(({ uid }) => `the edge ${uid} leads to a node that is not there`),
    ],
  };
};

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');

/** Longer ones are kept by their hash. */
const KEPT = 1_000;

const valueOf = ({ updated_at: _, ...element }: GraphNode | GraphEdge): string => {
  const text = JSON.stringify(element);
  return text.length > KEPT ? digestOf(text) : text;
};

const elementsOf = <Element extends GraphNode | GraphEdge>(
  all: readonly Element[],
  termsOf: (element: Element) => readonly string[],
): Elements => {
  const terms = new Map<string, number>();
  for (const term of all.flatMap(termsOf)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return { values: new Map(all.map((element) => [element.uid, valueOf(element)])), terms };
};

/** All pages of a list; each uid must come once, and its header must count what comes. */
const whole = async <Element extends { readonly uid: string }>(
  pages: AsyncGenerator<Answer<readonly Element[]>, void>,
): Promise<{ readonly all: readonly Element[]; readonly wrong: readonly string[] }> => {
  const all: Element[] = [];
  let total = '';
  for await (const { body, headers } of pages) {
    all.push(...body);
    total = headers.get('x-total-count') ?? '';
  }
  const there = new Set(all.map(({ uid }) => uid)).size;
  const isRight = there === all.length && total === String(there);
  return { all, wrong: isRight ? [] : [`${there} of ${all.length} are different, ${total} are counted`] };
};

/** Where the counts of a version differ from its content as it is: its own, and those of labels and types. */
export const wrongCounts = async (
  client: Client,
  params: VersionPath,
  { nodes, edges }: Moment,
  terms: readonly string[],
): Promise<readonly string[]> => {
  const { body: version } = await client.call('getGraphVersion', { params });
  const compared: (readonly [name: string, there: number, counted: number])[] = [
    ['nodes of the version', nodes.values.size, version.node_count],
    ['edges of the version', edges.values.size, version.edge_count],
  ];
  for (const term of terms) {
    const labelled = await client.call('listGraphNodes', { params, query: { label: term, limit: 1 } });
    const typed = await client.call('listGraphEdges', { params, query: { type: term, limit: 1 } });
    compared.push([`nodes with the label ${term}`, nodes.terms.get(term) ?? 0, totalIn(labelled)]);
    compared.push([`edges of the type ${term}`, edges.terms.get(term) ?? 0, totalIn(typed)]);
  }
  return compared.flatMap(([name, there, counted]) =>
    there === counted ? [] : [`${name}: ${there} are there, ${counted} are counted`],
  );
};

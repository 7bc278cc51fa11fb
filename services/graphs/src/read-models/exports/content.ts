import { withoutAbsent } from '@cairn/assets';
import { type Documents, Pace, pagesOf } from '@cairn/kernel';
import { NO_FACTS } from '../../domain/content/facts.js';
import type { EdgeElement, Loss, NodeElement } from '../../formats/element.js';
import type { ExportContent } from '../../formats/format.js';
import { factsAt } from '../content/facts.js';
import { rowsOfSpace } from '../content/keys.js';
import type { ContentThen } from '../content/moment.js';
import { EDGES, NODES } from '../content/project.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../content/rows.js';
import { type Nesting, nestingOf } from './nesting.js';
import { trueFacts } from './parallel.js';

/** So many rows are asked for at once: each may be large. */
const ROWS = 200;

/**
 * Nodes and edges as they were at a revision, the same each time that they are gone over, whatever others write; and which
 * parents of nodes no file can have.
 */
export const exportedContent = async (
  documents: Pick<Documents, 'find' | 'findPage' | 'getMany'>,
  content: Pick<ContentThen, 's' | 'revision'>,
): Promise<ExportContent & { readonly losses: readonly Loss[] }> => {
  const nodes = () => elementsOf(documents, NODES, content, nodeElement);
  const edges = () => elementsOf(documents, EDGES, content, edgeElement);
  const facts = (await factsAt(documents, content))?.said ?? NO_FACTS;
  const nesting = await nestingOf(nodes);
  return {
    facts: { kind: 'graph', ...(await trueFacts(facts, edges)) },
    nodes: () => nested(nodes(), nesting),
    edges,
    losses: nesting.losses,
  };
};

async function* nested(
  nodes: AsyncIterable<readonly NodeElement[]>,
  nesting: Nesting,
): AsyncGenerator<readonly NodeElement[], void, void> {
  for await (const batch of nodes)
    yield batch.map(({ parent: _, ...node }) => ({
      ...node,
      ...withoutAbsent({ parent: nesting.parentOf(node.uid) }),
    }));
}

/** All states of all elements are gone over: the order of their ids does not change while they end. */
async function* elementsOf<Element>(
  documents: Pick<Documents, 'findPage'>,
  collection: string,
  { s, revision }: Pick<ContentThen, 's' | 'revision'>,
  elementOf: (row: NodeRow & EdgeRow) => Element,
): AsyncGenerator<readonly Element[], void, void> {
  const pace = new Pace();
  for await (const page of pagesOf(documents, collection, { fields: { id: rowsOfSpace(s) } }, ROWS, 'id')) {
    // A collection has rows of one kind.
    const rows = page as readonly (NodeRow & EdgeRow)[];
    yield rows.filter(({ since, until }) => since <= revision && revision < until).map(elementOf);
    await pace.turn();
  }
}

const nodeElement = (row: NodeRow): NodeElement => {
  const { uid, labels, properties, parent, kept } = knownNode(row);
  return { kind: 'node', uid, labels, properties, ...withoutAbsent({ parent, kept }) };
};

const edgeElement = (row: EdgeRow): EdgeElement => {
  const { uid, source: from, target: to, type, directed, properties, kept } = knownEdge(row);
  return { kind: 'edge', uid, from, to, type, directed, properties, ...withoutAbsent({ kept }) };
};

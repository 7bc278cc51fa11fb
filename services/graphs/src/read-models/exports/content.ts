import { type Documents, type JobLease, Pace, pagesOf } from '@cairn/kernel';
import type { EdgeElement, NodeElement } from '../../formats/element.js';
import type { ExportContent } from '../../formats/format.js';
import { rowsOfSpace } from '../content/keys.js';
import type { ContentThen } from '../content/moment.js';
import { EDGES, NODES } from '../content/project.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../content/rows.js';

/** So many rows are asked for at once: each may be large. */
const ROWS = 200;
const NOBODY: Pick<JobLease, 'check'> = { check: () => undefined };

/** Nodes and edges as they were at a revision, the same each time that they are gone over, whatever others write. */
export const exportedContent = (
  documents: Pick<Documents, 'find'>,
  content: Pick<ContentThen, 's' | 'revision'>,
): ExportContent => ({
  facts: { kind: 'graph' },
  nodes: () => elementsOf(documents, NODES, content, nodeElement),
  edges: () => elementsOf(documents, EDGES, content, edgeElement),
});

/** All states of all elements are gone over: the order of their ids does not change while they end. */
async function* elementsOf<Element>(
  documents: Pick<Documents, 'find'>,
  collection: string,
  { s, revision }: Pick<ContentThen, 's' | 'revision'>,
  elementOf: (row: NodeRow & EdgeRow) => Element,
): AsyncGenerator<readonly Element[], void, void> {
  const pace = new Pace(NOBODY);
  for await (const page of pagesOf(documents, collection, { fields: { id: rowsOfSpace(s) } }, ROWS, 'id')) {
    // A collection has rows of one kind.
    const rows = page as readonly (NodeRow & EdgeRow)[];
    yield rows.filter(({ since, until }) => since <= revision && revision < until).map(elementOf);
    await pace.turn();
  }
}

const nodeElement = (row: NodeRow): NodeElement => {
  const { uid, labels, properties } = knownNode(row);
  return { kind: 'node', uid, labels, properties };
};

const edgeElement = (row: EdgeRow): EdgeElement => {
  const { uid, source: from, target: to, type, directed, properties } = knownEdge(row);
  return { kind: 'edge', uid, from, to, type, directed, properties };
};

import { type Documents, type JobLease, pagesOf } from '@cairn/kernel';
import { OPEN } from '../../read-models/content/keys.js';
import { type EdgeRow, knownEdge, knownNode, type NodeRow } from '../../read-models/content/rows.js';
import { EDGES, NODES } from '../../read-models/content/project.js';

const ROWS = 100;

/** The names of a node, or of an edge and of what it connects. */
export interface MissingNode {
  readonly uid: string;
}
export interface MissingEdge extends MissingNode {
  readonly source: string;
  readonly target: string;
}

interface Missing<Element extends MissingNode> {
  /** What the rows of the content begin with. */
  readonly s: string;
  /** What is newer than this revision is not told. */
  readonly before: number;
  readonly has: (element: Element) => boolean;
}

type Tools = { readonly documents: Pick<Documents, 'findPage'> };

/** The uids of the edges of a content that a file does not have. */
export const missingEdges = (tools: Tools, lease: Pick<JobLease, 'check'>, missing: Missing<MissingEdge>) =>
  missingFrom(tools, lease, EDGES, (row) => knownEdge(row as EdgeRow), missing);

/** Those of the nodes. */
export const missingNodes = (tools: Tools, lease: Pick<JobLease, 'check'>, missing: Missing<MissingNode>) =>
  missingFrom(tools, lease, NODES, (row) => knownNode(row as NodeRow), missing);

async function* missingFrom<Element extends MissingNode>(
  { documents }: Tools,
  lease: Pick<JobLease, 'check'>,
  collection: string,
  elementOf: (row: NodeRow | EdgeRow) => Element,
  { s, before, has }: Missing<Element>,
): AsyncGenerator<readonly string[], void, void> {
  for await (const page of pagesOf(documents, collection, { fields: { s, until: OPEN } }, ROWS, 'k')) {
    lease.check();
    const rows = (page as readonly (NodeRow | EdgeRow)[]).filter(({ since }) => since <= before);
    const uids = rows.map(elementOf).flatMap((element) => (has(element) ? [] : [element.uid]));
    if (uids.length > 0) yield uids;
  }
}

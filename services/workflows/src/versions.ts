import {
  type ShownVersion,
  versionCollections,
  type VersionDocument,
  versionModel,
  withoutAbsent,
} from '@cairn/assets';
import type {
  WorkflowEdge,
  WorkflowInput,
  WorkflowNode,
  WorkflowProblem,
  WorkflowVersion,
  WorkflowVersionInput,
} from '@cairn/contracts';
import { configText, type Document, isRefusal } from '@cairn/kernel';
import { isOfCanvas } from './domain/canvas/state.js';
import { entitiesRefusal } from './application/entities.js';
import { copiedGraph } from './domain/canvas/copying.js';
import { placedIds, pointersTo, saverOf, setGraph } from './domain/canvas/set-graph.js';
import { workflowVersionKind } from './domain/version/state.js';
import { workflowKind } from './domain/workflow/state.js';
import type { EdgeDocument, NodeDocument } from './read-models/canvas/documents.js';
import { EDGES, NODES, partsOfVersions, partsOn } from './read-models/canvas/parts.js';
import { canvasChanges } from './read-models/canvas/project.js';
import { edgeResource, nodeResource } from './read-models/canvas/resource.js';

export interface WorkflowVersionDocument extends VersionDocument {
  readonly workflow_id: string;
  readonly node_count: number;
  readonly edge_count: number;
  readonly valid: boolean;
  readonly validation_errors?: WorkflowProblem[];
}

const configOf = (texts: Document | undefined): Pick<WorkflowVersion, 'config'> =>
  // The projection of versions writes it.
  texts === undefined ? {} : { config: (texts as Document & { readonly config: string }).config };

const problemsOf = ({
  validation_errors: found = [],
}: WorkflowVersionDocument): Pick<WorkflowVersion, 'validation_errors'> =>
  found.length === 0 ? {} : { validation_errors: found };

const { versions: VERSIONS } = versionCollections('workflow');
const CANVAS = { nodes: NODES.collection, edges: EDGES.collection };

interface Drawn {
  readonly nodes: WorkflowNode[];
  readonly edges: WorkflowEdge[];
}

/** What is special about versions of workflows: nodes and edges are on them. */
export const workflowVersions = versionModel(workflowVersionKind, {
  of: workflowKind,
  initial: { config: '' },
  first: ({ nodes, edges }: WorkflowInput): WorkflowVersionInput => withoutAbsent({ nodes, edges }),
  own: ({ config }: WorkflowVersionInput) => {
    const text = config === undefined ? undefined : configText(config, '/config');
    return isRefusal(text) ? text : withoutAbsent({ config: text });
  },
  brought: ({ made, body: { nodes = [], edges = [] }, id, userId }) => {
    const saver = saverOf(id, userId);
    const graph = { nodes, edges };
    return {
      events: setGraph(made, graph, saver),
      pointerOf: pointersTo(placedIds(made, graph, saver)),
    };
  },
  copied: ({ source, id, userId }) => copiedGraph(source, saverOf(id, userId)),
  allowed: (context, before, events, pointerOf) =>
    entitiesRefusal(context, before, events.filter(isOfCanvas), pointerOf),
  documents: {
    version: 1,
    texts: ['config'],
    initial: { node_count: 0, edge_count: 0, valid: true },
    parts: partsOfVersions,
    project: (event, facts, heads) =>
      isOfCanvas(event)
        ? canvasChanges(event, facts, { ...CANVAS, heads, isSearched: heads === VERSIONS })
        : [],
  },
  beside: async (context, { id }: WorkflowVersionDocument): Promise<Drawn> => ({
    nodes: (await partsOn<NodeDocument>(context, id, NODES)).map(nodeResource),
    edges: (await partsOn<EdgeDocument>(context, id, EDGES)).map(edgeResource),
  }),
  resource: (
    { document, shared, texts }: ShownVersion<WorkflowVersionDocument>,
    drawn: Drawn | undefined,
  ): WorkflowVersion => ({
    ...shared,
    workflow_id: document.workflow_id,
    ...configOf(texts),
    ...drawn,
    node_count: document.node_count,
    edge_count: document.edge_count,
    valid: document.valid,
    ...problemsOf(document),
  }),
});

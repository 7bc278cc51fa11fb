import type { CanvasEvent } from '@cairn/contracts';

type GraphChanged = Extract<CanvasEvent, { type: 'WorkflowGraphChanged' }>['data'];

/** What an event makes different on a canvas. */
export type Difference = Omit<GraphChanged, 'problems'>;

const sameAsBefore = (): Difference => ({
  nodes: [],
  changed_nodes: [],
  restored_nodes: [],
  removed_node_ids: [],
  edges: [],
  changed_edges: [],
  restored_edges: [],
  removed_edge_ids: [],
});

/** The same of every event: of one node, of one edge, of a whole canvas. */
export const differenceOf = (event: CanvasEvent): Difference => ({ ...sameAsBefore(), ...partOf(event) });

type NodeEvent = Extract<CanvasEvent, { type: `WorkflowNode${string}` }>;
type EdgeEvent = Extract<CanvasEvent, { type: `WorkflowEdge${string}` }>;

const partOf = (event: CanvasEvent): Partial<Difference> => {
  switch (event.type) {
    case 'WorkflowGraphChanged':
      return withoutProblems(event.data);
    case 'WorkflowVersionValidated':
      return {};
    default:
      return isOfNode(event) ? ofNode(event) : ofEdge(event);
  }
};

const isOfNode = (event: NodeEvent | EdgeEvent): event is NodeEvent => event.type.startsWith('WorkflowNode');

const ofNode = (event: NodeEvent): Partial<Difference> => {
  switch (event.type) {
    case 'WorkflowNodeCreated':
      return { nodes: [withoutProblems(event.data)] };
    case 'WorkflowNodeUpdated':
      return { changed_nodes: [withoutProblems(event.data)] };
    case 'WorkflowNodeDeleted':
      return { removed_node_ids: [event.data.id], removed_edge_ids: event.data.edge_ids };
    default:
      return event satisfies never;
  }
};

const ofEdge = (event: EdgeEvent): Partial<Difference> => {
  switch (event.type) {
    case 'WorkflowEdgeCreated':
      return { edges: [withoutProblems(event.data)] };
    case 'WorkflowEdgeUpdated':
      return { changed_edges: [withoutProblems(event.data)] };
    case 'WorkflowEdgeDeleted':
      return { removed_edge_ids: [event.data.id] };
    default:
      return event satisfies never;
  }
};

const withoutProblems = <Data extends { readonly problems?: unknown }>({
  problems: _,
  ...data
}: Data): Omit<Data, 'problems'> => data;

/** Whether nothing is different. */
export const isNone = (difference: Difference): boolean =>
  Object.values(difference).every(({ length }) => length === 0);

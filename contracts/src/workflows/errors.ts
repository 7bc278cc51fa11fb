import type { ErrorDefinition } from '../errors/definition.js';

/** What can be refused about the canvas of a workflow. */
export const workflowErrors = {
  foreign_node: {
    status: 422,
    title: 'Node of another version',
    text: 'The edge names a node that is none of this version.',
    when: '`begin_node_id` or `end_node_id` names no node of the version, or, where a whole canvas is saved, none of the body.',
  },
  canvas_too_large: {
    status: 422,
    title: 'Canvas too large',
    text: 'The version would hold more than a version may.',
    when: 'A version would have more than 10,000 nodes or 20,000 edges, `config` and `position` of its nodes would be more than 4 MB together, or all nodes and edges more than 10 MB as JSON.',
  },
  entity_unavailable: {
    status: 422,
    title: 'Entity not available',
    text: 'A node names, or an edge connects, a model, a dataset or a version that its saver may not use.',
    when: '`entity_id` or `entity_version_id` of a node that is saved names what does not exist or what the caller may not use, or the version is none of the entity. An edge that is saved connects nodes whose entities the caller may not use; a node without an entity stands for all whose output reaches it. A change leads to an edge that somebody else saved what that person may not use.',
  },
} as const satisfies Record<string, ErrorDefinition>;

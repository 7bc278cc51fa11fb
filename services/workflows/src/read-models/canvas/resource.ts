import type { WorkflowEdge, WorkflowNode } from '@cairn/contracts';
import type { EdgeDocument, NodeDocument } from './documents.js';

/** A node as it is stored; what is read through its entity is added where it is shown. */
export const nodeResource = (node: NodeDocument): WorkflowNode => ({
  id: node.id,
  created_at: node.created_at,
  updated_at: node.updated_at,
  name: node.name,
  description: node.description,
  entity_type: node.entity_type,
  entity_id: node.entity_id,
  entity_version_id: node.entity_version_id,
  config: node.config,
  position: node.position,
  timeout: node.timeout,
  on_failure: node.on_failure,
  user_id: node.user_id,
  version_id: node.version_id,
});

export const edgeResource = (edge: EdgeDocument): WorkflowEdge => ({
  id: edge.id,
  created_at: edge.created_at,
  updated_at: edge.updated_at,
  name: edge.name,
  description: edge.description,
  begin_node_id: edge.begin_node_id,
  end_node_id: edge.end_node_id,
  edge_type: edge.edge_type,
  user_id: edge.user_id,
  version_id: edge.version_id,
});

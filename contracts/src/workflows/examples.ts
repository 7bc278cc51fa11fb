import { PERSON } from '../kit/example-ids.js';
import type { WorkflowEdge } from './edge.js';
import type { WorkflowExecution, WorkflowExecutionResponse } from './execution.js';
import type { WorkflowNode } from './node.js';
import type { WorkflowVersion } from './version.js';
import type { Workflow } from './workflow.js';

/** Data that the examples of the documents share. */
const WORKFLOW = '01955680-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const VERSION = '01955680-2b3c-7d4e-8f50-6b7c8d9e0f1a';
const FIRST = '01955680-3c4d-7e5f-8061-7c8d9e0f1a2b';
const SECOND = '01955680-4d5e-7f60-8172-8d9e0f1a2b3c';
const times = { created_at: '2026-03-02T09:15:00.000Z', updated_at: '2026-03-02T09:15:00.000Z' };

const position = { x: 120, y: 80 };
/** As callers send them: a node that names nothing works alike for everybody. */
export const exampleSentNode = {
  name: 'take the mails',
  config: { folder: 'inbox' },
  position,
  timeout: 60,
};
export const exampleSentEdge = { begin_node_id: FIRST, end_node_id: SECOND };
export const exampleSentGraph = {
  nodes: [
    { id: 'mails', ...exampleSentNode },
    { id: 'spam', name: 'throw spam away', position: { x: 320, y: 80 }, on_failure: 'skip' },
  ],
  edges: [{ begin_node_id: 'mails', end_node_id: 'spam' }],
};

const node = { ...times, user_id: PERSON, version_id: VERSION, description: '' };
const nothing = { entity_type: '', entity_id: '', entity_version_id: '' } as const;
export const exampleWorkflowNode: WorkflowNode = {
  id: FIRST,
  ...{ ...node, ...nothing },
  name: 'take the mails',
  config: '{"folder":"inbox"}',
  position: '{"x":120,"y":80}',
  timeout: 60,
  on_failure: 'stop',
};
export const exampleWorkflowEdge: WorkflowEdge = {
  id: '01955680-5e6f-7071-8283-9e0f1a2b3c4d',
  ...node,
  name: '',
  begin_node_id: FIRST,
  end_node_id: SECOND,
  edge_type: 'data',
};

/** As the `versions` of a workflow show it. */
const listedVersion = {
  id: VERSION,
  ...times,
  name: '',
  description: '',
  user_id: PERSON,
  workflow_id: WORKFLOW,
  version: '1',
  version_number: 1,
  node_count: 2,
  edge_count: 1,
  valid: true,
};
export const exampleWorkflowVersion = {
  ...listedVersion,
  config: '',
  nodes: [
    exampleWorkflowNode,
    {
      id: SECOND,
      ...{ ...node, ...nothing },
      name: 'throw spam away',
      config: '',
      position: '{"x":320,"y":80}',
      timeout: 0,
      on_failure: 'skip',
    },
  ],
  edges: [exampleWorkflowEdge],
} satisfies WorkflowVersion;

export const exampleWorkflow: Workflow = {
  id: WORKFLOW,
  ...times,
  name: 'Cliff watch',
  description: 'Finds birds in photographs, then says which',
  notes: '',
  user_id: PERSON,
  has_logo: false,
  logo: '',
  public: false,
  shared_with_me: false,
  visibility: 'private',
  active_version_id: VERSION,
  activation: { version_id: VERSION, at: times.created_at, user_id: PERSON, reason: '' },
  versions: [listedVersion],
};

const EXECUTION = '01955681-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const ran = { started_at: '2026-03-02T09:15:00.100Z', completed_at: '2026-03-02T09:15:01.350Z' };
const progress = {
  ...{ phase: 'over', total: 1, completed: 1, failed: 0, skipped: 0 },
  ...{ nodes_total: 1, nodes_completed: 1, nodes_failed: 0, percent: 100, run: 1 },
  updated_at: ran.completed_at,
};
export const exampleExecutionResponse: WorkflowExecutionResponse = {
  id: EXECUTION,
  ...times,
  execution_id: EXECUTION,
  status: 'pending',
};
export const exampleExecution: WorkflowExecution = {
  id: EXECUTION,
  ...{ created_at: times.created_at, updated_at: ran.completed_at },
  workflow_id: WORKFLOW,
  workflow_version_id: VERSION,
  workflow_version_revision: 0,
  user_id: PERSON,
  status: 'completed',
  progress,
  ...ran,
  input_mode: 'single',
  single_input: 'You have won!',
  private: false,
  pins: [],
  results: { 'throw spam away': 'You have won!' },
  node_executions: [
    {
      id: '01955681-2b3c-7d4e-8f50-6b7c8d9e0f1a',
      node_id: SECOND,
      node_name: 'throw spam away',
      ...nothing,
      attempt: 1,
      status: 'completed',
      ...ran,
      duration_ms: 1250,
      input_preview: 'You have won!',
      output_preview: 'You have won!',
    },
  ],
};

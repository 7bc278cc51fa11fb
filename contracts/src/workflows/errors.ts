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
  workflow_invalid: {
    status: 422,
    title: 'Workflow not valid',
    text: 'The version cannot be executed as it is.',
    when: 'A version is executed with which something is wrong: `errors` tells each problem and its node. `POST …/validate` tells the same without executing it.',
  },
  not_executable_yet: {
    status: 422,
    title: 'Not executable yet',
    text: 'The version, or the request, uses what Cairn cannot execute yet.',
    when: 'A version is executed with nodes that work with a dataset or have `expression`, `when`, `input` or `prompt` in their `config`, with models that take neither texts nor files, with `context` edges, or as a `batch`. `errors` has an entry for each.',
  },
  execution_input_invalid: {
    status: 422,
    title: 'Input of an execution not valid',
    text: 'The input is not what the request says.',
    when: '`single_input` is missing of `single`, the file of `file`, or one is sent that `input_mode` does not take.',
  },
  execution_input_gone: {
    status: 409,
    title: 'Input of an execution gone',
    text: 'The input of the execution is not kept any more.',
    when: 'A private model was among the nodes: the input of the execution went when it was over. Execute the workflow again.',
  },
  execution_finished: {
    status: 409,
    title: 'Execution finished',
    text: 'The execution is over.',
    when: 'An execution is cancelled that is completed or failed.',
  },
  execution_running: {
    status: 409,
    title: 'Execution under way',
    text: 'The execution is not over yet.',
    when: 'An execution is deleted, or executed again, that waits or runs. Cancel it first.',
  },
  execution_not_failed: {
    status: 409,
    title: 'Execution not failed',
    text: 'Only an execution that failed or was cancelled can be retried.',
    when: 'An execution is retried that is completed.',
  },
  node_failed: {
    status: 422,
    title: 'Node failed',
    text: 'A node of the execution failed.',
    when: 'An execution ends because a node failed whose `on_failure` is `stop`: `node_executions` tells which and why.',
  },
  node_input_invalid: {
    status: 422,
    title: 'Input of a node not valid',
    text: 'What came to the node is none that it can take.',
    when: 'A node of an execution gets several files, or more than 10 MB, or nothing that a model can be asked.',
  },
  timeout: {
    status: 422,
    title: 'Time over',
    text: 'The time that was set is over.',
    when: 'A node of an execution took longer than its `timeout`, or the execution longer than the `timeout` in the `config` of its version.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** What `error_code` of an execution, or of a node of it, tells: no request is refused with it. */
export const toldOfExecutions = [
  'node_failed',
  'node_input_invalid',
  'timeout',
] as const satisfies readonly (keyof typeof workflowErrors)[];

import type { FileRecord, WorkflowExecution } from '@cairn/contracts';
import {
  createdBetween,
  jobReads,
  mapPage,
  type Page,
  pageOf,
  pagesOf,
  type PageRequest,
  type PersonalRecords,
  type QueryContext,
  type Refusal,
  refuse,
  notFound,
  sent,
} from '@cairn/kernel';
import { executions } from '../../domain/execution/state.js';
import { workflows } from '../../workflows.js';
import {
  EXECUTION_NODES,
  type ExecutionDocument,
  type ExecutionNodeDocument,
  EXECUTIONS,
} from './documents.js';
import { executionResource, wholeExecution } from './shown.js';

const { reads } = workflows;

/** The parameters of a path to an execution. */
export interface OfExecution {
  readonly id: string;
  readonly execution_id: string;
}

/** Whether the caller sees the executions of all, and not only its own. */
const seesAll = async (context: QueryContext, workflowId: string): Promise<boolean> =>
  (await reads.refusal(context, workflowId, 'write')) === undefined;

/** Whether the caller may know of an execution: its own, and all of a workflow that it may write. */
export const mayKnowExecution = async (
  context: QueryContext,
  { workflow_id, user_id }: Pick<ExecutionDocument, 'workflow_id' | 'user_id'>,
): Promise<boolean> => {
  if ((await reads.readable(context, workflow_id)) === undefined) return false;
  return user_id === context.principal.userId || seesAll(context, workflow_id);
};

/** One under its workflow; one of another is not found (S2). */
export const readableExecution = async (
  context: QueryContext,
  { id, execution_id }: OfExecution,
): Promise<ExecutionDocument | undefined> => {
  const found = (await context.today.get(EXECUTIONS, execution_id)) as ExecutionDocument | undefined;
  return found?.workflow_id === id && !found.deleted && (await mayKnowExecution(context, found))
    ? found
    : undefined;
};

export interface ExecutionFilters {
  readonly status?: WorkflowExecution['status'] | undefined;
  readonly version_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A status by what documents hold. */
const statusFields = (status: WorkflowExecution['status'] | undefined) => {
  if (status === 'pending') return { status: 'queued' };
  if (status === 'running' || status === 'cancelling')
    return { status: 'running', cancel_requested: status === 'cancelling' };
  return sent({ status });
};

/** Those of a workflow that the caller sees; `undefined` when it may not know of the workflow. */
export const executionsOf = async (
  context: QueryContext,
  { id: workflow_id }: Pick<OfExecution, 'id'>,
  page: PageRequest,
  { status, version_id, from, to }: ExecutionFilters = {},
): Promise<Page<WorkflowExecution> | undefined> => {
  if ((await reads.readable(context, workflow_id)) === undefined) return undefined;
  const whose = (await seesAll(context, workflow_id)) ? {} : { user_id: context.principal.userId };
  const filter = {
    fields: {
      ...{ workflow_id, deleted: false },
      ...whose,
      ...statusFields(status),
      ...sent({ version_id }),
      ...createdBetween({ from, to }),
    },
  };
  const found = await pageOf(context.today, EXECUTIONS, filter, page);
  return mapPage(found, (document) => executionResource(document as ExecutionDocument));
};

const AT_ONCE = 1_000;

/** What became of the nodes of an execution, in the order in which they were told of first. */
export const nodesOfExecution = async (
  { today }: Pick<QueryContext, 'today'>,
  execution_id: string,
): Promise<readonly ExecutionNodeDocument[]> => {
  const nodes: ExecutionNodeDocument[] = [];
  for await (const page of pagesOf(today, EXECUTION_NODES, { fields: { execution_id } }, AT_ONCE))
    nodes.push(...(page as readonly ExecutionNodeDocument[]));
  return nodes.sort((one, other) => one.order - other.order);
};

/** The file of an execution, and what opens it. */
export interface SealedFile {
  readonly file: FileRecord;
  readonly key: string;
}

/** Why there is no file to see, or the file. */
export const inputFileOf = async (
  context: QueryContext,
  asked: OfExecution,
): Promise<SealedFile | Refusal> => {
  const found = await readableExecution(context, asked);
  if (found === undefined) return notFound();
  const { file, file_name = '', file_key: key, private: isPrivate } = found;
  if (file === undefined || file === null) return notFound();
  if (isPrivate || key === undefined)
    return refuse('execution_input_gone', 'A private model is among the nodes: its input is not shown.');
  return { file: { ...file, file_name }, key };
};

/** Why the caller could not execute a workflow now. The command decides again. */
export const executeRefusal = (context: QueryContext, workflowId: string): Promise<Refusal | undefined> =>
  reads.refusal(context, workflowId, 'execute');

/** Whether the caller may know how far an execution is: who executed it, too, as long as it may execute the workflow. */
const mayKnowJob = async (context: QueryContext, found: ExecutionDocument): Promise<boolean> => {
  if (found.deleted) return false;
  if (await mayKnowExecution(context, found)) return true;
  const isOwn = found.user_id === context.principal.userId;
  return isOwn && (await executeRefusal(context, found.workflow_id)) === undefined;
};

/** How executions are read as durable work. */
export const executionJobReads = jobReads<ExecutionDocument>(executions, {
  mayKnow: mayKnowJob,
  own: () => ({}),
  worksOn: ({ version_id }) => ({ entity_type: 'workflow_version', entity_id: version_id }),
});

/** What a person executed, for them to take away. */
export const ownExecutions: PersonalRecords = {
  name: 'executions',
  page: async ({ principal, today }, page) => {
    const filter = { fields: { user_id: principal.userId, deleted: false } };
    const found = await pageOf(today, EXECUTIONS, filter, page);
    const elements: WorkflowExecution[] = [];
    for (const document of found.elements) {
      const execution = document as ExecutionDocument;
      const nodes = await nodesOfExecution({ today }, execution.id);
      const told = { execution, nodes, mayUse: () => false, isOwn: true };
      const { node_executions: _, ...taken } = await wholeExecution(told);
      elements.push(taken);
    }
    return { ...found, elements };
  },
};

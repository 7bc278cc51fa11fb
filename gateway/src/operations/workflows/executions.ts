import {
  type AnswerOf,
  modelQueries,
  MOST_ENTITIES,
  type Operation,
  operations,
  workflowCommands,
  type WorkflowExecution,
  type WorkflowExecutionResponse,
} from '@cairn/contracts';
import { ownUser } from '@cairn/identity';
import { isRefusal, type QueryContext, unsealing } from '@cairn/kernel';
import {
  type ExecutionDocument,
  executeRefusal,
  executionJobReads,
  type ExecutionNodeDocument,
  executionResource,
  executionsOf,
  inputFileOf,
  nodesOfExecution,
  progressOf,
  readableExecution,
  statusOf,
  wholeExecution,
} from '@cairn/workflows';
import { accepted, type Answer, deleted, ok } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import { type Handler, handler } from '../../call/handler.js';
import { found } from '../../problems/problem.js';
import { finishedInWait } from '../jobs/finished-job.js';
import { list, placeOf, sentIn } from '../resource.js';
import { askedFile, onlyFile } from '../uploaded-file.js';

interface OfExecution {
  readonly id: string;
  readonly execution_id: string;
}

const { path } = operations.getWorkflowExecution;
const targetOf = (of: OfExecution) => ({ location: placeOf(path, of), id: of.execution_id });

/** What the caller may use of what nodes work with, asked of the service that knows. */
const usableOf = async (
  call: Pick<Call, 'ask'>,
  nodes: readonly ExecutionNodeDocument[],
): Promise<(node: ExecutionNodeDocument) => boolean> => {
  const ids = [
    ...new Set(nodes.filter((node) => node.entity_type === 'model').map((node) => node.entity_id)),
  ];
  const usable = new Set(ids);
  for (let at = 0; at < ids.length; at += MOST_ENTITIES) {
    const some = ids.slice(at, at + MOST_ENTITIES);
    const asked = { entities: some.map((id) => ({ id })) };
    const { unusable }: AnswerOf<typeof modelQueries.unusable> = await call.ask(modelQueries.unusable, asked);
    for (const place of unusable) usable.delete(some[place]!);
  }
  return ({ entity_id }) => usable.has(entity_id);
};

/** Who executed, where that is the caller and may be told. */
const userOf = async (
  { edge }: Pick<Call, 'edge'>,
  context: QueryContext,
  { user_id }: Pick<WorkflowExecution, 'user_id'>,
): Promise<Pick<WorkflowExecution, 'user'>> => {
  if (user_id !== context.principal.userId) return {};
  const user = await ownUser(context, edge.registers);
  return user === undefined ? {} : { user: user.resource };
};

/** An execution with what the caller may know of its nodes. */
const whole = async (call: Call, context: QueryContext, of: OfExecution): Promise<Answer> => {
  const execution = found(await readableExecution(context, of));
  const nodes = await nodesOfExecution(context, execution.id);
  const resource = await wholeExecution({
    ...{ execution, nodes, blobs: call.edge.blobs },
    mayUse: await usableOf(call, nodes),
    isOwn: execution.user_id === call.principal.userId,
  });
  return ok({
    resource: { ...resource, ...(await userOf(call, context, execution)) },
    revision: execution.revision,
    streams: [`${executionJobReads.category}-${execution.id}`],
  });
};

const responseOf = (execution: ExecutionDocument): WorkflowExecutionResponse => ({
  id: execution.id,
  created_at: execution.created_at,
  updated_at: execution.updated_at,
  execution_id: execution.id,
  status: statusOf(execution),
  progress: progressOf(execution),
  ...(execution.status === 'failed' && execution.message !== undefined ? { message: execution.message } : {}),
});

type Executing = typeof operations.executeWorkflow | typeof operations.executeWorkflowVersion;

/** 202 with an execution that was begun, or 200 when it is over within the time that `Prefer: wait` allows. */
const begun = async (
  call: Call,
  of: OfExecution,
  { reply, context: now }: Awaited<ReturnType<Call['write']>>,
): Promise<Answer> => {
  const { location } = targetOf(of);
  const finished = await finishedInWait(call, executionJobReads, of.execution_id, reply.position);
  const response = responseOf(found(await readableExecution(finished?.context ?? now, of)));
  if (finished === undefined) return accepted(location, response);
  const headers = { 'Preference-Applied': `wait=${call.waitSeconds}` };
  return { kind: 'resource', status: 200, body: { ...response }, location, headers };
};

const executing = <Definition extends Executing & Operation>(operation: Definition): Handler<Definition> => ({
  ...handler(operation, async (call) => {
    const { params, body, upload } = call as Call<Executing>;
    const of = { id: params.id, execution_id: call.newId('execution') };
    const file = upload === undefined ? {} : askedFile(onlyFile(upload));
    const input = { ...params, body, ...file };
    return begun(call, of, await call.write(workflowCommands.executeWorkflow, input, targetOf(of)));
  }),
  uploadRefusal: (context, { id = '' }) => executeRefusal(context, id),
  // Its key goes with the execution: nothing lies in the clear.
  isPrivateUpload: async () => true,
});

export const executeWorkflow = executing(operations.executeWorkflow);
export const executeWorkflowVersion = executing(operations.executeWorkflowVersion);

export const listWorkflowExecutions = list(
  operations.listWorkflowExecutions,
  async ({ context, params, page, filters }) => executionsOf(context, params, page, filters),
);

export const getWorkflowExecution = handler(operations.getWorkflowExecution, (call) =>
  whole(call, call.context, call.params),
);

export const cancelWorkflowExecution = handler(operations.cancelWorkflowExecution, async (call) => {
  const target = targetOf(call.params);
  const { context } = await call.write(workflowCommands.cancelWorkflowExecution, call.params, target);
  return whole(call, context, call.params);
});

export const retryWorkflowExecution = handler(operations.retryWorkflowExecution, async (call) => {
  const of = call.params;
  return begun(
    call,
    of,
    await call.write(workflowCommands.retryWorkflowExecution, sentIn(call), targetOf(of)),
  );
});

export const deleteWorkflowExecution = handler(operations.deleteWorkflowExecution, async (call) => {
  const before = await readableExecution(call.context, call.params);
  await call.write(workflowCommands.deleteWorkflowExecution, call.params, targetOf(call.params));
  return deleted(async () => executionResource(found(before)));
});

/** It is opened while it is sent. */
export const downloadWorkflowExecutionInput = handler(
  operations.downloadWorkflowExecutionInput,
  async ({ context, params, edge }) => {
    const { file, key } = found(await inputFileOf(context, params));
    const sealed = await edge.blobs.open(file.sha256);
    return {
      kind: 'stream',
      content: sealed.pipe(unsealing(key)),
      contentType: file.content_type,
      fileName: file.file_name,
      mayStill: async (now) => !isRefusal(await inputFileOf(now, params)),
    };
  },
);

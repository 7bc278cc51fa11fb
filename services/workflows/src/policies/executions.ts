import { executionEvents, ownExecutionEvents, userEvents, workflowCommands } from '@cairn/contracts';
import { causedBy, derivedId, NotYet, pagesOf, type Policy, type ServiceTools } from '@cairn/kernel';
import { execution } from '../domain/execution/state.js';
import { type ExecutionDocument, EXECUTIONS } from '../read-models/executions/documents.js';

const REACHED_WITHIN_MS = 10_000;
const AT_ONCE = 200;

/** What a deleted execution was given and put out is nobody's to read any more: its keys go (law 8). */
export const sealedExecutions = ({ vault, documents, streams }: ServiceTools): Policy => ({
  name: 'workflows.deletedExecutions',
  categories: [execution.category],
  events: [ownExecutionEvents.ExecutionDeleted],
  react: async ({ id }) => {
    const { state } = await streams.current(execution, id);
    await vault.eraseKey(id);
    if (state.status !== 'none' && state.input_key_id !== id) await vault.eraseKey(state.input_key_id);
    await documents.scrub();
  },
});

/** Of a private model's input nothing is kept once the execution is over: the key of the input goes (SPEC-33). */
export const endedExecutions = ({ vault, streams }: ServiceTools): Policy => ({
  name: 'workflows.endedExecutions',
  categories: [execution.category],
  events: [executionEvents.completed, executionEvents.failed, executionEvents.cancelled],
  react: async ({ id }) => {
    const { state } = await streams.current(execution, id);
    if (state.status !== 'none' && state.private) await vault.eraseKey(state.input_key_id);
  },
});

/** With a person go the executions that they asked for: inputs and outputs tell of them. */
export const erasedExecutions = (tools: ServiceTools): Policy => ({
  name: 'workflows.erasedExecutions',
  categories: ['user'],
  events: [userEvents.UserErased],
  react: async (seen) => {
    if (!(await tools.reached(seen.position, REACHED_WITHIN_MS)))
      throw new NotYet('the read models are too far behind to find the executions of who is erased');
    const filter = { fields: { user_id: seen.id, deleted: false } };
    for await (const page of pagesOf(tools.documents, EXECUTIONS, filter, AT_ONCE))
      for (const { id: execution_id, workflow_id: id } of page as readonly ExecutionDocument[])
        await tools.execute(
          workflowCommands.deleteWorkflowExecution,
          { id, execution_id },
          { id: derivedId(seen.eventId, execution_id), ...causedBy(seen) },
        );
  },
});

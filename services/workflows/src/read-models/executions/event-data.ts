import { categoryOf, idOf, type QueryContext } from '@cairn/kernel';
import { execution } from '../../domain/execution/state.js';
import { type ExecutionDocument, EXECUTIONS } from './documents.js';
import { mayKnowExecution } from './queries.js';

/** Whether the caller may read what happened to a stream: to an execution that it may know of, a deleted one too. */
export const mayReadExecution = async (context: QueryContext, stream: string): Promise<boolean> => {
  if (categoryOf(stream) !== execution.category) return false;
  const found = (await context.today.get(EXECUTIONS, idOf(stream))) as ExecutionDocument | undefined;
  return found !== undefined && mayKnowExecution(context, found);
};

import { givenAsset } from '@cairn/assets';
import { type CommandContext, isRefusal, notFound, type Refusal } from '@cairn/kernel';
import type { KnownExecution } from '../../domain/execution/state.js';
import { workflowKind } from '../../domain/workflow/state.js';

/**
 * An execution when the caller may know of it: who executed it, and who may write its workflow. Of another workflow it is
 * not found (S2).
 */
export const knownExecution = async (
  context: CommandContext,
  state: { readonly status: 'none' } | KnownExecution,
  workflowId?: string,
): Promise<KnownExecution | Refusal> => {
  if (state.status === 'none' || state.deleted) return notFound();
  if (workflowId !== undefined && state.workflow_id !== workflowId) return notFound();
  const isOwn = state.user_id === context.principal.userId;
  for (const action of isOwn ? KNOW_THEIR_OWN : KNOW_ALL)
    if (!isRefusal(await givenAsset(workflowKind, context, state.workflow_id, action))) return state;
  // Who may read the workflow and not write it knows of no executions of others.
  return notFound();
};

/** A key that may execute and not read ends and deletes what it executed. */
const KNOW_THEIR_OWN = ['read', 'execute'] as const;
const KNOW_ALL = ['write'] as const;

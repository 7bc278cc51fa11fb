import type { Intent } from '../domain/command-handler.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { CommandMessage } from '../messages/command-message.js';

/** The same decision, refused when the request is for another revision. */
export const addressed = <State, Context>(
  message: Pick<CommandMessage, 'expectedRevisions'>,
  intent: Intent<State, Context>,
): Intent<State, Context> => ({
  ...intent,
  decide: (state, context, tip) => {
    const decided = intent.decide(state, context, tip);
    if (isRefusal(decided)) return decided;
    return matches(message, addressedRevision(intent, state, context, tip)) ? decided : NOT_AS_ASKED;
  },
});

/** `''` of what is not there: no tag names it. */
const addressedRevision = <State, Context>(
  { isThere, revisionBeforeFirst = '', revisionOf }: Intent<State, Context>,
  state: State,
  context: Context,
  tip: bigint | undefined,
): string => {
  if (isThere?.(state) === false) return '';
  return revisionOf === undefined
    ? (tip?.toString() ?? revisionBeforeFirst)
    : (revisionOf(state, context) ?? '');
};

const matches = (
  { expectedRevisions }: Pick<CommandMessage, 'expectedRevisions'>,
  revision: string,
): boolean => expectedRevisions?.includes(revision) ?? true;

/** Which resource that is, the edge knows: streams are no names for callers. */
const NOT_AS_ASKED: Refusal = refuse(
  'precondition_failed',
  'The resource is not at a revision that the request is for.',
);

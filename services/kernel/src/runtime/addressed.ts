import type { Intent } from '../domain/command-handler.js';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.js';
import type { CommandMessage } from './command-message.js';

/** The same decision, refused when the request is for another revision. */
export const addressed = <State, Context>(
  message: CommandMessage,
  intent: Intent<State, Context>,
): Intent<State, Context> => ({
  ...(intent.given === undefined ? {} : { given: intent.given }),
  ...(intent.admission === undefined ? {} : { admission: intent.admission }),
  decide: (state, context, tip) => {
    const decided = intent.decide(state, context, tip);
    const revision = revisionOf(intent, state, tip);
    return isRefusal(decided) || matches(message, revision) ? decided : NOT_AS_ASKED;
  },
});

/** `''` of what is not there: no tag names it. */
const revisionOf = <State, Context>(
  { isThere, revisionBeforeFirst = '' }: Intent<State, Context>,
  state: State,
  tip: bigint | undefined,
): string => (isThere?.(state) === false ? '' : (tip?.toString() ?? revisionBeforeFirst));

const matches = ({ expectedRevisions }: CommandMessage, revision: string): boolean =>
  expectedRevisions?.includes(revision) ?? true;

/** Which resource that is, the edge knows: streams are no names for callers. */
const NOT_AS_ASKED: Refusal = refuse(
  'precondition_failed',
  'The resource is not at a revision that the request is for.',
);

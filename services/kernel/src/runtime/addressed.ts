import type { Aggregate } from '../domain/aggregate.js';
import type { Intent } from '../domain/command-handler.js';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.js';
import { streamOf } from '../domain/streams.js';
import type { StreamName } from '../eventlog/port.js';
import type { CommandMessage } from './command-message.js';

/** The same decision, refused when the request is for another revision. */
export const addressed = <State, Context>(
  message: CommandMessage,
  aggregate: Aggregate<State>,
  id: string,
  intent: Intent<State, Context>,
): Intent<State, Context> => ({
  ...(intent.given === undefined ? {} : { given: intent.given }),
  decide: (state, context, tip) => {
    const decided = intent.decide(state, context, tip);
    return isRefusal(decided) || matches(message, tip)
      ? decided
      : preconditionFailed(streamOf(aggregate, id));
  },
});

const matches = ({ expectedRevisions }: CommandMessage, revision: bigint | undefined): boolean =>
  expectedRevisions === undefined || expectedRevisions.includes(revision?.toString() ?? '');

const preconditionFailed = (stream: StreamName): Refusal =>
  refuse('precondition_failed', `${stream} is not at a revision that the request is for.`);

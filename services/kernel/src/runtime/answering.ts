import type { Principal } from '../access/principal.js';
import { patient } from '../clock/patience.js';
import { timestamp } from '../clock/port.js';
import { isRefusal, type Refusal, refuse } from '../base/refusal.js';
import type { Position } from '../base/position.js';
import { availableRequester } from '../access/requesters.js';
import type { CallMessage, CallReply, QueryReply } from '../messages/call-message.js';
import type { CommandMessage, CommandReply } from '../messages/command-message.js';
import { knownHandlers } from './known-handlers.js';
import { tracedCommand } from './messages.js';
import { refusedReply } from '../messages/refused-reply.js';
import type { ServiceTools } from '../context/service-tools.js';
import type { ServiceQuery } from '../context/query.js';

export interface AnsweringOptions {
  readonly queries: readonly ServiceQuery[];
  readonly tools: ServiceTools;
  /** What a query asks of others belongs to what it belongs to. */
  readonly toolsWithin: (message: CallMessage) => ServiceTools;
  readonly execute: (message: CommandMessage) => Promise<CommandReply>;
}

/** As long as a write waits to be read. */
const READABLE_MS = 2_000;

/** Answers what other services ask for somebody, with what that one may now. */
export const answering = ({
  queries,
  tools,
  toolsWithin,
  execute,
}: AnsweringOptions): ((message: CallMessage) => Promise<CallReply>) => {
  const known = knownHandlers(queries);
  const answer = async (message: CallMessage, principal: Principal): Promise<QueryReply> => {
    const query = known.get(message.name);
    if (query === undefined) throw new Error(`no query is named ${message.name}`);
    const refusal = query.refusal(message.input) ?? (await unreadable(message, tools));
    if (refusal !== undefined) return refusedReply(refusal);
    const { documents, clock, rights } = tools;
    const at = timestamp(clock.now());
    const context = { principal, rights, documents, today: documents, at, tools: toolsWithin(message) };
    const found = await query.handler.handle(message.input, context);
    return isRefusal(found) ? refusedReply(found) : { status: 'answered', answer: found };
  };
  return async (message) => {
    const principal = await availableRequester(tools.requesters, message.onBehalfOf);
    if (isRefusal(principal)) return refusedReply(principal);
    return message.kind === 'command'
      ? execute(commandOf(message, principal))
      : tracedCommand(message, () => answer(message, principal));
  };
};

const unreadable = async (
  { atLeast, deadline }: CallMessage,
  tools: ServiceTools,
): Promise<Refusal | undefined> =>
  atLeast === undefined || (await isReadable(atLeast, deadline, tools))
    ? undefined
    : refuse('projection_lag', 'The read models have not reached the position that is asked for.');

const isReadable = (position: Position, deadline: number, tools: ServiceTools): Promise<boolean> =>
  tools.reached(position, Math.max(0, Math.min(patient(READABLE_MS), deadline - tools.clock.now())));

const commandOf = (
  { kind: _kind, onBehalfOf: _onBehalfOf, ...message }: CallMessage,
  principal: Principal,
): CommandMessage => ({
  ...message,
  principal,
  request: message.id,
});

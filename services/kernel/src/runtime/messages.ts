import type { CommandFacts, Done } from '../domain/command-handler.js';
import { isRefusal, type Refusal } from '../base/refusal.js';
import { freshId } from '../clock/ids.js';
import { system } from '../access/principal.js';
import type { Json } from '../base/json-value.js';
import type { Actor } from '../eventlog/port.js';
import { isTraced, traced, traceparentNow } from '../tracing/index.js';
import { type CommandMessage, type CommandReply, OWN_DEADLINE_MS } from '../messages/command-message.js';
import { refusedReply } from '../messages/refused-reply.js';
import type { OwnCall } from '../context/service-tools.js';
import type { CommandOutcome } from '../context/command.js';

/** What is recorded of a command, from its message and the span that it is handled in. */
export const factsOf = (message: CommandMessage, traceparent: string | undefined): CommandFacts => ({
  id: message.id,
  name: message.name,
  request: message.request,
  actor: actorOf(message),
  ...(message.principal.organizationId === undefined
    ? {}
    : { organization: message.principal.organizationId }),
  correlation: message.correlation,
  ...(message.causation === undefined ? {} : { causation: message.causation }),
  ...traceOf(traceparent),
  deadline: message.deadline,
});

const traceOf = (traceparent: string | undefined): { readonly traceparent?: string } =>
  traceparent === undefined ? {} : { traceparent };

const actorOf = ({ principal }: CommandMessage): Actor => ({
  kind: principal.kind,
  id: principal.kind === 'key' ? (principal.apiKeyId ?? '') : principal.userId,
});

/** What the caller is told of an outcome. */
export const replyOf = (outcome: CommandOutcome): CommandReply =>
  isRefusal(outcome) ? refusedReply(outcome) : doneReply(outcome);

const doneReply = (outcome: Exclude<CommandOutcome, Refusal>): CommandReply => {
  const { status, stream, revision, position, replayed, organization }: Done = outcome;
  const told = revision === undefined ? {} : { revision: revision.toString() };
  return {
    status,
    stream,
    position,
    replayed,
    ...told,
    ...(organization === undefined ? {} : { organization }),
    ...(outcome.result === undefined ? {} : { result: outcome.result }),
  };
};

/** A command that a service sends to itself. */
export const ownMessage = (
  name: string,
  input: unknown,
  { principal = system, correlation = freshId(), ...call }: OwnCall,
  now: number,
): CommandMessage => ({
  ...call,
  name,
  input: input as Json,
  principal,
  request: call.id,
  correlation,
  ...traceOf(traceparentNow()),
  deadline: now + OWN_DEADLINE_MS,
});

/** Handles a command or a query in a span of its own: of what sent it, or the first of a trace. */
export const tracedCommand = <Result>(
  { name, id, traceparent }: Pick<CommandMessage, 'name' | 'id' | 'traceparent'>,
  handle: () => Promise<Result>,
): Promise<Result> =>
  traced(
    {
      name,
      ...(traceparent === undefined || isTraced() ? {} : { kind: 'server', within: { traceparent } }),
      attributes: { 'cairn.command': id },
    },
    handle,
  );

import type { Position } from '../base/position.js';
import type { Append, RecordedEvent, StreamTip } from '../eventlog/port.js';
import type { EventOrganization } from './aggregate.js';
import type { CommandFacts } from './executed.js';

/** Metadata of the events of a command. */
export const metadataOf = (command: CommandFacts, at: string): RecordedEvent['metadata'] => ({
  command: command.id,
  commandName: command.name,
  request: command.request,
  actor: command.actor,
  ...(command.organization === undefined ? {} : { organization: command.organization }),
  correlation: command.correlation,
  ...(command.causation === undefined ? {} : { causation: command.causation }),
  ...(command.traceparent === undefined ? {} : { traceparent: command.traceparent }),
  at,
});

/** The same command, for an event of this organization; `null`: of none; `undefined`: as it is. */
const inOrganization = (command: CommandFacts, organization: EventOrganization): CommandFacts => {
  if (organization === undefined) return command;
  const { organization: _ofCaller, ...others } = command;
  return organization === null ? others : { ...others, organization };
};

/** Metadata of each event of a command, by its place: `organization` is that of all, or of each. */
export const metadataInOrder = (
  command: CommandFacts,
  organization: EventOrganization | readonly EventOrganization[],
  at: string,
): ((ordinal: number) => RecordedEvent['metadata']) => {
  if (typeof organization === 'object' && organization !== null)
    return (ordinal) => metadataOf(inOrganization(command, organization[ordinal]), at);
  const ofAll = metadataOf(inOrganization(command, organization), at);
  return () => ofAll;
};

/** What an append became in the log; only the last event's hash is known here, and only it is needed. */
export const recordedAs = (append: Append, tip: StreamTip, position: Position): RecordedEvent[] =>
  append.events.map((event, index) => ({
    ...event,
    stream: append.stream,
    revision: tip.revision - BigInt(append.events.length - 1 - index),
    position,
    hash: tip.hash,
  }));

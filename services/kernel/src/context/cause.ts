import type { CommandMessage } from '../messages/command-message.js';
import type { OtherServices } from './other-services.js';
import type { ServiceTools } from './service-tools.js';

/** What is carried on from an event to all that follows from it. */
export interface Cause {
  readonly eventId: string;
  /** Of the request that caused the event, however indirectly. */
  readonly correlation: string;
}

/** What a command of a policy, of a timer or of work says of the event that it follows from. */
export const causedBy = ({
  eventId,
  correlation,
}: Cause): { readonly causation: string; readonly correlation: string } => ({
  causation: eventId,
  correlation,
});

/** What work sends to its own service follows from the event that asked for it. */
export const toolsCausedBy = (cause: Cause, tools: ServiceTools): ServiceTools => ({
  ...tools,
  execute: (command, input, call) => tools.execute(command, input, { ...causedBy(cause), ...call }),
});

/** What a command sends to its own service and to others belongs to what it belongs to. */
export const toolsWithin = (
  { id, correlation, through = [] }: Pick<CommandMessage, 'id' | 'correlation' | 'through'>,
  tools: ServiceTools,
  services: OtherServices,
): ServiceTools => ({
  ...tools,
  services,
  execute: (command, input, call) =>
    tools.execute(command, input, { causation: id, correlation, through, ...call }),
});

import type { Position, StreamName } from '../base/position.js';
import type { CalledService } from '../messages/call-message.js';
import type { CommandMessage, CommandReply } from '../messages/command-message.js';

/** How the gateway reaches a service: a function call on one machine, HTTP in a cluster. */
export interface ServicePort extends CalledService {
  readonly name: string;
  execute(message: CommandMessage): Promise<CommandReply>;
  /** Whether a process of it can be asked now. */
  isReached(): boolean;
  /** Whether every projection of the service reached the position within the time (law 2). */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
  /** How old the oldest event is that one of its projections has not applied, milliseconds; 0 when none waits. */
  lagMs(): Promise<number>;
  /** Whether one of the streams is parked in a projection, so that what is read of it is stale. */
  isStale(streams: readonly StreamName[]): boolean;
}

import type { EventLog } from '../port.js';

export interface EventStoreDbOptions {
  /** As its users write it: `esdb://user:password@host:2113`, `esdb+discover://…`, `…?tlsCAFile=…`, `…?tls=false`. */
  readonly url: string;
  /** After so long without an answer a call fails, milliseconds; `defaultDeadline` of the address when absent, else 2,000. */
  readonly deadlineMs?: number;
}

export interface EventStoreDbEventLog extends EventLog {
  /** Why nothing can be appended; `undefined` while it can. For readiness. */
  refusal(): string | undefined;
}

/**
 * Opens a log on EventStoreDB 23.10 or newer; the driver is loaded now. A server that cannot be reached is no error:
 * `refusal` says so, and calls fail until it answers. Throws when the address is none.
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStoreDbEventLog> =>
  (await import('./eventstoredb-event-log.js')).open(options);

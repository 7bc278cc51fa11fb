import type { EventStoreDbEventLog, EventStoreDbOptions } from './options.js';

export type { EventStoreDbEventLog, EventStoreDbOptions } from './options.js';

/**
 * Opens a log on EventStoreDB 23.10 or newer; the driver is loaded now. A server that cannot be reached is no error:
 * `refusal` says so, and calls fail until it answers. Throws when the address is none.
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStoreDbEventLog> =>
  (await import('./eventstoredb-event-log.js')).open(options);

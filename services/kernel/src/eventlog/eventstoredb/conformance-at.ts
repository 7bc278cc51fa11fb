import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { eventLogConformance } from '../conformance.js';
import type { EventLog } from '../port.js';
import { openEventStoreDb } from './index.js';

/** The conformance of the event log on a server, of which the address is known once the tests run. */
export const eventLogConformanceAt = (name: string, url: () => string): void =>
  eventLogConformance(name, async () => {
    const log = await openEventStoreDb({ url: url() });
    const spoil = async (stream: string): Promise<EventLog> => {
      const operator = EventStoreDBClient.connectionString(url());
      await operator.appendToStream(stream, jsonEvent({ type: 'foreign', data: {} }));
      await operator.dispose();
      return log;
    };
    return { log, spoil, discard: () => log.close() };
  });

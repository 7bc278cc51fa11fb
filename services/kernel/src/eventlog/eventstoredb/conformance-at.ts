import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { eventLogConformance } from '../conformance.js';
import type { EventLog } from '../port.js';
import { openEventStoreDb } from './index.js';

/** A server for one case, or one that all cases share. */
export interface Server {
  readonly url: string;
  stop(this: void): Promise<void>;
}

/** The conformance of the event log on a server, which each case asks for. */
export const eventLogConformanceAt = (name: string, start: () => Promise<Server>): void =>
  eventLogConformance(name, async () => {
    const { url, stop } = await start();
    const log = await openEventStoreDb({ url });
    const spoil = async (stream: string): Promise<EventLog> => {
      const operator = EventStoreDBClient.connectionString(url);
      await operator.appendToStream(stream, jsonEvent({ type: 'foreign', data: {} }));
      await operator.dispose();
      return log;
    };
    const discard = async (): Promise<void> => {
      await log.close();
      await stop();
    };
    return { log, spoil, discard };
  });

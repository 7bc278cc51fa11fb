import type { RunningEngine } from '@cairn/engines';
import { startEngine } from '@cairn/engines';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { eventLogConformance } from '../conformance.js';
import type { EventLog } from '../port.js';
import { openEventStoreDb } from './index.js';

describe('EventStoreDB', () => {
  let engine: RunningEngine;

  beforeAll(async () => {
    engine = await startEngine('eventstoredb');
  });
  afterAll(async () => {
    await engine.stop();
  });

  eventLogConformance('EventStoreDB', async () => {
    const log = await openEventStoreDb({ url: engine.url });
    const spoil = async (stream: string): Promise<EventLog> => {
      const operator = EventStoreDBClient.connectionString(engine.url);
      await operator.appendToStream(stream, jsonEvent({ type: 'foreign', data: {} }));
      await operator.dispose();
      return log;
    };
    return { log, spoil, discard: () => log.close() };
  });
});

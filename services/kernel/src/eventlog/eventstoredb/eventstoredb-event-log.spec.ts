import type { RunningEngine } from '@cairn/engines';
import { startEngine } from '@cairn/engines';
import { eventLogConformance } from '../conformance.js';
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
    return { log, discard: () => log.close() };
  });
});

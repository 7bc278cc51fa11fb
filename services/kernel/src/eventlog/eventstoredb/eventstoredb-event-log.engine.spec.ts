import { type RunningEngine, startEngine } from '@cairn/engines';
import { eventLogConformanceAt } from './conformance-at.js';

describe('EventStoreDB', () => {
  let engine: RunningEngine;
  beforeAll(async () => {
    engine = await startEngine('eventstoredb');
  });
  afterAll(() => engine.stop());

  eventLogConformanceAt('EventStoreDB', async () => ({ url: engine.url, stop: () => Promise.resolve() }));
});

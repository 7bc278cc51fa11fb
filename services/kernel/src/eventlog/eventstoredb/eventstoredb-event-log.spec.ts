import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { eventLogConformanceAt } from './conformance-at.js';

describe("EventStoreDB's protocol double", () => {
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    double = await startEventStoreDbDouble();
  });
  afterAll(() => double.stop());

  eventLogConformanceAt("EventStoreDB's protocol double", () => double.url);
});

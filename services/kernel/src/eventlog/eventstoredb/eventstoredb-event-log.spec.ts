import { startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { eventLogConformanceAt } from './conformance-at.js';

/** Each case on a server of its own: on a log that others have filled, a fresh one may hide what is wrong. */
describe.each(['23.10', '24.6'] as const)("EventStoreDB's protocol double", (release) => {
  eventLogConformanceAt(`EventStoreDB's protocol double as ${release}`, () =>
    startEventStoreDbDouble({ release }),
  );
});

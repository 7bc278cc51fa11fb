import { startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { scavengingCases } from './conformance-scavenging.js';

/** `many-scavenges.fault.spec.ts` plays more of them. */
const PLAYS = 10;

describe.each(['23.10', '24.6'] as const)(
  'the event log on the protocol double of EventStoreDB %s, which is scavenged',
  (release) => {
    scavengingCases(() => startEventStoreDbDouble({ release }), PLAYS);
  },
);

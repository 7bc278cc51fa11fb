import { startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { scavengingCases } from './conformance-scavenging.js';

const PLAYS = 500;

jest.setTimeout(600_000);

describe.each(['23.10', '24.6'] as const)(
  'the event log on the protocol double of EventStoreDB %s, which is scavenged again and again',
  (release) => {
    scavengingCases(() => startEventStoreDbDouble({ release }), PLAYS);
  },
);

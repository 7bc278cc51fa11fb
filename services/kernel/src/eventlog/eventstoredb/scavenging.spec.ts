import { startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { scavengingCases } from './conformance-scavenging.js';

/** The deep suite plays more of them. */
const PLAYS = 15;

describe("the event log on EventStoreDB's protocol double, which is scavenged", () => {
  scavengingCases(() => startEventStoreDbDouble(), PLAYS);
});

import type { Readiness } from '@cairn/contracts';
import type { AnyHandler } from '../../call/handler.js';
import type { GatewayOptions } from '../../options/options.js';
import { docsHandlers } from './docs.js';
import { getEventData } from './event-data.js';
import { healthHandlers } from './health.js';
import { journalHandlers } from './journal.js';
import { projectionHandlers } from './projections.js';

/** What the gateway answers by itself: health, the contract and its documents, the projections. */
export const platformHandlers = (
  options: GatewayOptions,
  readiness: () => Promise<Readiness>,
): readonly AnyHandler[] => [
  ...healthHandlers(options, readiness),
  ...docsHandlers(options),
  ...journalHandlers,
  ...projectionHandlers,
  getEventData,
];

import { setTimeout as delay } from 'node:timers/promises';
import type { WriteOutcome } from '../log/event.js';
import { timedOut } from '../wire/refusal.js';
import type { ServiceContext } from './context.js';
import type { Proposal } from './proposals.js';

/**
 * Appends. The server drops an append while the same one is under way, and answers it as one that took too long: so
 * this throws a `Refusal` then, after the time that a write may take.
 */
export const write = async (
  { log, settings }: ServiceContext,
  { stream, expectation, events }: Proposal,
): Promise<WriteOutcome> => {
  const outcome = await log.append(stream, expectation, events);
  if (outcome.kind !== 'under-way') return outcome;
  await delay(settings.commitTimeoutMs, undefined, { ref: false });
  throw timedOut();
};

import { operations } from '@cairn/contracts';
import { eventData } from '@cairn/datasets';
import { found, notFound } from '../../problems/problem.js';
import { answer, handler } from '../handler.js';

/** The data that a message of Kafka names instead of holding them (decision 17). */
export const getEventData = handler(operations.getEventData, async (call) => {
  const revision = BigInt(call.query.sequence);
  const recorded = (await call.edge.log.read(call.query.subject, { through: revision })).at(-1);
  if (recorded?.id !== call.params.event_id || recorded.revision !== revision) throw notFound();
  // Kafka may be ahead of the read models, which know whose the event is.
  const reading = await call.readingOf('datasets', recorded);
  return answer(found(await eventData(reading, recorded)));
});

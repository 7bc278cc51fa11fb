import { operations } from '@cairn/contracts';
import { actsByScope } from '../administrator-scope.js';
import { mayReadStream, publishedData } from '@cairn/datasets';
import { type EventLog, lastOf, type RecordedEvent } from '@cairn/kernel';
import { found, notFound } from '../../problems/problem.js';
import { answer, type Call, handler } from '../handler.js';

/** The data that a message of Kafka names instead of holding them (decision 17). */
export const getEventData = handler(operations.getEventData, async (call) => {
  const { subject, sequence } = call.query;
  if (!(await mayRead(call, subject))) throw notFound();
  const revision = BigInt(sequence);
  const recorded = await eventAt(call.edge.log, subject, revision);
  if (recorded?.id !== call.params.event_id || recorded.revision !== revision) throw notFound();
  const mayReadAll = actsByScope(call.operation, call.principal);
  const then = { ...call.reading, moment: recorded.metadata };
  if (!mayReadAll && !(await mayReadStream(then, subject))) throw notFound();
  return answer(found(publishedData(recorded)));
});

const eventAt = async (
  log: EventLog,
  stream: string,
  revision: bigint,
): Promise<RecordedEvent | undefined> => {
  const after = revision === 0n ? undefined : await lastOf(log, stream, { through: revision - 1n });
  const [recorded] = await log.read(stream, { ...(after && { after }), limit: 1 });
  return recorded;
};

/** The read models know whose a stream is. Kafka may be ahead of them: who may not read it yet is asked about once more. */
const mayRead = async (call: Call<typeof operations.getEventData>, stream: string): Promise<boolean> =>
  actsByScope(call.operation, call.principal) ||
  (await mayReadStream(call.reading, stream)) ||
  mayReadStream(await call.readingNow('datasets', stream), stream);

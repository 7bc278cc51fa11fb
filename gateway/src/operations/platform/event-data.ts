import { operations, publishedCategories } from '@cairn/contracts';
import {
  categoryOf,
  type EventLog,
  lastOf,
  publishedData,
  type QueryContext,
  type RecordedEvent,
} from '@cairn/kernel';
import { actsByScope } from '../../call/administrator-scope.js';
import { answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';
import type { Edge } from '../../call/edge.js';
import { handler } from '../../call/handler.js';
import { found, notFound } from '../../problems/problem.js';

/** The data that a message of Kafka names instead of holding them (ADR-0017). */
export const getEventData = handler(operations.getEventData, async (call) => {
  const { subject, sequence } = call.query;
  const owner = ownerOf(call.edge, subject);
  if (owner === undefined || !(await mayRead(call, owner, subject))) throw notFound();
  const revision = BigInt(sequence);
  const recorded = await eventAt(call.edge.log, subject, revision);
  if (recorded?.id !== call.params.event_id || recorded.revision !== revision) throw notFound();
  const mayReadAll = actsByScope(call.operation, call.principal);
  const then = { ...call.context, pointInTime: recorded.metadata };
  if (!mayReadAll && !(await owner.mayRead(then, subject))) throw notFound();
  return answer(found(publishedData(owner.aggregates, recorded)));
});

type Aggregates = Edge['published'][number]['aggregates'];

/** The service whose a stream is, as far as it publishes streams of that category. */
interface Owner {
  readonly name: string;
  readonly aggregates: Aggregates;
  readonly mayRead: (context: QueryContext, stream: string) => Promise<boolean>;
}

const ownerOf = ({ published }: Edge, stream: string): Owner | undefined => {
  const category = categoryOf(stream);
  const service = published.find(({ aggregates }) => aggregates.some((kind) => kind.category === category));
  if (service?.published === undefined || !publishedCategories.has(category)) return undefined;
  const { name, aggregates } = service;
  return { name, aggregates, mayRead: service.published.mayRead ?? (async () => false) };
};

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
const mayRead = async (
  call: Call<typeof operations.getEventData>,
  owner: Owner,
  stream: string,
): Promise<boolean> =>
  actsByScope(call.operation, call.principal) ||
  (await owner.mayRead(call.context, stream)) ||
  owner.mayRead(await call.contextNow(owner.name, stream), stream);

import type { DomainEvent } from '@cairn/contracts';
import { type Document, type Projection, readModelOf, START } from '@cairn/kernel';
import type { Embedded } from '@cairn/kernel/testkit';

/** When the event of a revision happened, and when the first of a stream did. */
export const timeOf = (revision: number): string => `2026-03-02T09:00:0${revision}.000Z`;
export const CREATED = timeOf(0);

/** The document after some events of its stream, each batch applied twice: the second time it finds another checkpoint. */
export const documentAfter = async (
  { documents }: Pick<Embedded, 'documents'>,
  model: Projection,
  collection: string,
  events: readonly DomainEvent[],
): Promise<Document | undefined> => {
  await documents.prepare([readModelOf(model)]);
  let from = START;
  for (const [index, event] of events.entries()) {
    const to = String(index + 1).padStart(16, '0');
    const facts = {
      id: 'x',
      stream: 'stream-x',
      revision: BigInt(index),
      position: to,
      at: timeOf(index),
      actor: { kind: 'system' as const, id: '' },
      eventId: 'event',
      hash: '',
      command: '',
      commandName: '',
      correlation: 'request',
    };
    const batch = {
      projection: model.name,
      generation: 'live' as const,
      from,
      to,
      changes: model.project(event, facts),
    };
    expect(await documents.apply(batch)).toEqual({ status: 'applied' });
    expect(await documents.apply(batch)).toEqual({ status: 'moved', checkpoint: to });
    from = to;
  }
  return documents.get(collection, 'x');
};

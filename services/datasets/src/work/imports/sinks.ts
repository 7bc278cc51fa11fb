import { datasetCommands } from '@cairn/contracts';
import { derivedId, type ServiceTools } from '@cairn/kernel';
import type { KnownJob } from '../../domain/job/state.js';
import { ITEMS } from '../../read-models/items/project.js';
import type { ItemAppends, ItemCreatedEvent } from '../item-appends.js';
import { requesterOf } from '../requester.js';
import type { Tally } from './tally.js';

/** Where the items of a slice go; it counts what became of them. */
export type Sink = (events: readonly ItemCreatedEvent[], tally: Tally) => Promise<void>;

/** Stores: new items are created, deleted ones come back, all others stay as they are. */
export const storing =
  (tools: Pick<ServiceTools, 'documents' | 'execute'>, job: KnownJob, appends: ItemAppends): Sink =>
  async (events, tally) => {
    const outcomes = await appends.append(events);
    const present = events.filter((_, index) => outcomes[index] === false).map(({ data }) => data.id);
    tally.created += events.length - present.length;
    if (present.length === 0) return;
    const deleted = (await tools.documents.getMany(ITEMS, present)).filter(
      (item) => item['deleted'] === true,
    );
    let restored = 0;
    for (const { id } of deleted) if (await restore(tools, job, id)) restored += 1;
    tally.restored += restored;
    tally.unchanged += present.length - restored;
  };

/** False when it was restored meanwhile. */
const restore = async (
  tools: Pick<ServiceTools, 'execute'>,
  job: KnownJob,
  itemId: string,
): Promise<boolean> => {
  const { dataset_id, version_id } = job;
  const reply = await tools.execute({
    name: datasetCommands.restoreItem.name,
    input: { dataset_id, version_id, item_id: itemId },
    id: derivedId(job.id, 'restore', itemId),
    causation: job.id,
    principal: requesterOf(job),
  });
  return reply.status === 'done';
};

/** Looks only: what storing would do. */
export const looking =
  (tools: Pick<ServiceTools, 'documents'>): Sink =>
  async (events, tally) => {
    const there = await tools.documents.getMany(
      ITEMS,
      events.map(({ data }) => data.id),
    );
    const deleted = there.filter((item) => item['deleted'] === true).length;
    tally.created += events.length - there.length;
    tally.restored += deleted;
    tally.unchanged += there.length - deleted;
  };

import { datasetCommands } from '@cairn/contracts';
import { derivedId, type Refusal, refuse, type ServiceTools } from '@cairn/kernel';
import { type AnnotationRules, classificationsRefused } from '../../domain/item/annotations.js';
import type { KnownJob } from '../../domain/job/state.js';
import type { Where } from '../../formats/index.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { ITEMS } from '../../read-models/items/project.js';
import type { ItemAppends, ItemCreatedEvent } from '../item-appends.js';
import { requesterOf } from '../requester.js';
import { errorAt } from './records.js';
import { skip, type Tally } from './tally.js';

/** The event that makes the item of a record, and where the record stands. */
export interface MadeItem {
  readonly event: ItemCreatedEvent;
  readonly where: Where;
}

/** Where the items of a slice go; it counts what became of them. */
export type Sink = (made: readonly MadeItem[], tally: Tally, rules: AnnotationRules) => Promise<void>;

/** Stores: new items are created, deleted ones come back, all others stay as they are. */
export const storing =
  (tools: Pick<ServiceTools, 'documents' | 'execute'>, job: KnownJob, appends: ItemAppends): Sink =>
  async (made, tally) => {
    const outcomes = await appends.append(made.map(({ event }) => event));
    const present = made.filter((_, index) => outcomes[index] === false);
    tally.created += made.length - present.length;
    const there = await itemsOf(present, tools);
    tally.unchanged += present.length - there.length;
    for (const { item, where } of there) {
      const mayComeBack = item.deleted || changedSince(job, item);
      const refused = mayComeBack ? await restore(tools, job, item.id) : NOT_DELETED;
      counted(where, refused, tally);
    }
  };

/** Clocks of replicas are less than this apart. */
const CLOCKS_APART_MS = 60_000;

/** Whether this job may have restored it before its worker ended: then the same command is done, else it is refused. */
const changedSince = (job: KnownJob, { created_at, updated_at }: ItemDocument): boolean =>
  updated_at !== created_at && Date.parse(updated_at) > Date.parse(job.requested_at) - CLOCKS_APART_MS;

const NOT_DELETED: Refusal = refuse('not_deleted', 'The item is not deleted.');

/** Those that are there, with their records. */
const itemsOf = async (made: readonly MadeItem[], { documents }: Pick<ServiceTools, 'documents'>) => {
  if (made.length === 0) return [];
  const wheres = new Map(made.map(({ event, where }) => [event.data.id, where]));
  const items = (await documents.getMany(ITEMS, [...wheres.keys()])) as readonly ItemDocument[];
  return items.map((item) => ({ item, where: wheres.get(item.id)! }));
};

/** What became of an item that was there before: it is back, it stays as it is, or why it may not come back. */
const counted = (where: Where, refused: Refusal | undefined, tally: Tally): void => {
  if (refused === undefined) tally.restored += 1;
  else if (refused.refused === NOT_DELETED.refused) tally.unchanged += 1;
  else skip(tally, errorAt(where, refused.refused, refused.detail));
};

/** Why the item is not brought back; it may have been restored meanwhile. */
const restore = async (
  tools: Pick<ServiceTools, 'execute'>,
  job: KnownJob,
  itemId: string,
): Promise<Refusal | undefined> => {
  const { dataset_id, version_id } = job;
  const reply = await tools.execute({
    name: datasetCommands.restoreItem.name,
    input: { dataset_id, version_id, item_id: itemId },
    id: derivedId(job.id, 'restore', itemId),
    causation: job.id,
    principal: requesterOf(job),
  });
  return reply.status === 'done' ? undefined : refuse(reply.code, reply.detail);
};

/** Looks only: what storing would do. */
export const looking =
  (tools: Pick<ServiceTools, 'documents'>): Sink =>
  async (made, tally, rules) => {
    const there = await itemsOf(made, tools);
    tally.created += made.length - there.length;
    for (const { item, where } of there) {
      const refused = item.deleted
        ? classificationsRefused(Object.values(item.annotations), rules)
        : NOT_DELETED;
      counted(where, refused, tally);
    }
  };

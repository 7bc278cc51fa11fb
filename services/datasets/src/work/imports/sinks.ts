import { datasetCommands } from '@cairn/contracts';
import { derivedId, principalNow, type Refusal, refuse, type ServiceTools } from '@cairn/kernel';
import { type AnnotationRules, classificationsRefused } from '../../domain/item/annotations.js';
import type { KnownJob } from '../../domain/job/state.js';
import type { Where } from '../../formats/index.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { ITEMS } from '../../read-models/items/project.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import type { ItemAppends } from '../item-appends.js';
import { saysTheSame } from './edited.js';
import { errorAt } from './records.js';
import { create, skip, type Tally } from './tally.js';

/** The event that makes the item of a record, and where the record stands. */
export interface MadeItem {
  readonly event: ItemCreatedEvent;
  /** Names of the splits that it is in. */
  readonly splits: readonly string[];
  readonly where: Where;
}

/** Where the items of a slice go; it counts what became of them. */
export type Sink = (made: readonly MadeItem[], tally: Tally, rules: AnnotationRules) => Promise<void>;

/** Stores: new items are created, deleted ones come back, all others stay as they are. */
export const storing =
  (
    tools: Pick<ServiceTools, 'documents' | 'execute' | 'requesters'>,
    job: KnownJob,
    appends: ItemAppends,
  ): Sink =>
  async (made, tally) => {
    const outcomes = await appends.append(made.map(({ event }) => event));
    const present = made.filter((_, index) => outcomes[index] === false);
    for (const [index, { splits }] of made.entries()) if (outcomes[index] === true) create(tally, splits);
    const there = await itemsOf(present, tools);
    tally.unchanged += present.length - there.length;
    for (const known of there) {
      const { item } = known;
      const mayComeBack = item.deleted || changedSince(job, item);
      counted(known, mayComeBack ? await restore(tools, job, item.id) : NOT_DELETED, tally);
    }
  };

/** Clocks of replicas are less than this apart. */
const CLOCKS_APART_MS = 60_000;

/** Whether this job may have restored it before its worker ended: then the same command is done, else it is refused. */
const changedSince = (job: KnownJob, { created_at, updated_at }: ItemDocument): boolean =>
  updated_at !== created_at && Date.parse(updated_at) > Date.parse(job.requested_at) - CLOCKS_APART_MS;

const NOT_DELETED: Refusal = refuse('not_deleted', 'The item is not deleted.');

/** An item that is there, and what its record would have made. */
interface Known extends MadeItem {
  readonly item: ItemDocument;
}

/** Those that are there. */
const itemsOf = async (
  made: readonly MadeItem[],
  { documents }: Pick<ServiceTools, 'documents'>,
): Promise<readonly Known[]> => {
  if (made.length === 0) return [];
  const byId = new Map(made.map((one) => [one.event.data.id, one]));
  const items = (await documents.getMany(ITEMS, [...byId.keys()])) as readonly ItemDocument[];
  return items.map((item) => ({ ...byId.get(item.id)!, item }));
};

/** What became of an item that was there before: it is back, it stays as it is, or why it may not come back. */
const counted = ({ item, event, where }: Known, refused: Refusal | undefined, tally: Tally): void => {
  if (refused === undefined) tally.restored += 1;
  else if (refused.refused !== NOT_DELETED.refused)
    skip(tally, errorAt(where, refused.refused, refused.detail));
  else if (item.revision === AS_MADE || saysTheSame(event.data, item)) tally.unchanged += 1;
  else tally.existing += 1;
};

/** The revision of an item that nobody has changed since it was made. */
const AS_MADE = '0';

/** Why the item is not brought back; it may have been restored meanwhile. */
const restore = async (
  tools: Pick<ServiceTools, 'execute' | 'requesters'>,
  job: KnownJob,
  itemId: string,
): Promise<Refusal | undefined> => {
  const { dataset_id, version_id } = job;
  const reply = await tools.execute({
    name: datasetCommands.restoreItem.name,
    input: { dataset_id, version_id, item_id: itemId },
    id: derivedId(job.id, 'restore', itemId),
    principal: await principalNow(tools, job),
  });
  return reply.status === 'done' ? undefined : refuse(reply.code, reply.detail);
};

/** Looks only: what storing would do. */
export const looking =
  (tools: Pick<ServiceTools, 'documents'>): Sink =>
  async (made, tally, rules) => {
    const there = await itemsOf(made, tools);
    const known = new Set(there.map(({ item }) => item.id));
    for (const { event, splits } of made) if (!known.has(event.data.id)) create(tally, splits);
    for (const one of there) {
      const annotations = Object.values(one.item.annotations);
      counted(one, one.item.deleted ? classificationsRefused(annotations, rules) : NOT_DELETED, tally);
    }
  };

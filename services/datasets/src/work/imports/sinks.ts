import { datasetCommands, datasetJobCommands, type ItemDifference, type JsonObject } from '@cairn/contracts';
import {
  derivedId,
  eachOf,
  isRefusal,
  principalNow,
  type Refusal,
  refuse,
  type ServiceTools,
} from '@cairn/kernel';
import { type AnnotationRules, classificationsRefused } from '../../domain/item/annotations.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import type { ToldOfItem } from '../../domain/item/imported.js';
import type { KnownJob } from '../../domain/job/state.js';
import type { Where } from '../../formats/index.js';
import type { ItemDocument } from '../../read-models/documents.js';
import type { ItemAppends } from '../item-appends.js';
import { differencesOf } from './edited.js';
import { itemsOf, type Taking, takingOf } from './present.js';
import { errorAt } from './records.js';
import { create, leaveAsItIs, skip, type Tally } from './tally.js';

/** The event that makes the item of a record, and where the record stands. */
export interface MadeItem {
  readonly event: ItemCreatedEvent;
  /** Names of the splits that it is in. */
  readonly splits: readonly string[];
  readonly where: Where;
  readonly told: ToldOfItem;
}

/** An item that is there, and what its record would have made. */
export interface PresentItem extends Pick<MadeItem, 'event' | 'where' | 'told'> {
  readonly item: ItemDocument;
}

interface Slice {
  readonly made: readonly MadeItem[];
  readonly present: readonly PresentItem[];
}

/** Where the items of a slice go; it counts what became of them. */
export type Sink = (slice: Slice, tally: Tally, rules: AnnotationRules) => Promise<void>;

/** Stores: new items are created, deleted ones come back, others stay as they are or take the file over. */
export const storing =
  (
    tools: Pick<ServiceTools, 'documents' | 'execute' | 'requesters'>,
    job: KnownJob,
    appends: ItemAppends,
  ): Sink =>
  async ({ made, present }, tally) => {
    const outcomes = await appends.append(made.map(({ event }) => event));
    for (const [index, { splits }] of made.entries()) if (outcomes[index] === true) create(tally, splits);
    const found = made.filter((_, index) => outcomes[index] === false);
    const there = await presentOf(found, tools);
    tally.unchanged += found.length - there.length;
    await countEach([...present, ...there], (one) => stored(one, job, tools), tally);
  };

/** What became of an item that was there; `stays` is what of the record it does not have. */
type Became = 'restored' | Refusal | { readonly changed: boolean; readonly stays: readonly ItemDifference[] };

const stored = async (
  present: PresentItem,
  job: KnownJob,
  tools: Pick<ServiceTools, 'execute' | 'requesters'>,
): Promise<Became> => {
  const { item, event, told } = present;
  const isTouched = changedSince(job, item);
  const back = item.deleted || isTouched ? await restored(present, job, tools) : undefined;
  if (back !== undefined) return back;
  const differs = differencesOf(event, told, item);
  const takes = job.options.on_existing === 'update' && (differs.length > 0 || isTouched);
  return takes ? became(differs, await taken(item.id, told, job, tools)) : { changed: false, stays: differs };
};

/** Brings an item back, and lets it take the record over where it is to; `undefined` when it was not deleted. */
const restored = async (
  { item, told }: PresentItem,
  job: KnownJob,
  tools: Pick<ServiceTools, 'execute' | 'requesters'>,
): Promise<Became | undefined> => {
  const refused = await restore(tools, job, item.id);
  if (refused !== undefined) return refused.refused === NOT_DELETED.refused ? undefined : refused;
  if (job.options.on_existing !== 'update') return 'restored';
  const took = await taken(item.id, told, job, tools);
  return isRefusal(took) ? took : 'restored';
};

const became = (differs: readonly ItemDifference[], taking: Taking | Refusal): Became =>
  isRefusal(taking)
    ? taking
    : { changed: taking.changed, stays: [...differs.filter(isKept), ...taking.left] };

/** Fields that a file never changes on an item that is there. */
const isKept = (part: ItemDifference): boolean => part !== 'annotations' && part !== 'attributes';

/** Clocks of replicas are less than this apart. */
const CLOCKS_APART_MS = 60_000;

/** Whether this job may have changed it before its worker ended: then the same command is done, else it is refused. */
const changedSince = (job: KnownJob, { created_at, updated_at }: ItemDocument): boolean =>
  updated_at !== created_at && Date.parse(updated_at) > Date.parse(job.requested_at) - CLOCKS_APART_MS;

const NOT_DELETED: Refusal = refuse('not_deleted', 'The item is not deleted.');

const presentOf = async (
  made: readonly MadeItem[],
  tools: Pick<ServiceTools, 'documents'>,
): Promise<readonly (MadeItem & PresentItem)[]> => {
  const items = await itemsOf(
    made.map(({ event }) => event.data.id),
    tools,
  );
  return made.flatMap((one) => {
    const item = items.get(one.event.data.id);
    return item === undefined ? [] : [{ ...one, item }];
  });
};

const countEach = async <Item extends PresentItem>(
  items: readonly Item[],
  become: (item: Item) => Promise<Became>,
  tally: Tally,
): Promise<void> => {
  const became = await eachOf(items, become);
  for (const [index, one] of items.entries()) count(one, became[index]!, tally);
};

const count = ({ item, where }: PresentItem, became: Became, tally: Tally): void => {
  if (became === 'restored') {
    tally.restored += 1;
    return;
  }
  if (isRefusal(became)) {
    skip(tally, errorAt(where, became.refused, became.detail));
    return;
  }
  const { changed, stays } = became;
  if (changed) tally.updated += 1;
  else if (stays.length > 0) tally.existing += 1;
  else tally.unchanged += 1;
  if (stays.length > 0) leaveAsItIs(tally, { item_id: item.id, ...where, differs: [...stays] });
};

/** Why the item is not brought back; it may have been restored meanwhile. */
const restore = async (
  tools: Pick<ServiceTools, 'execute' | 'requesters'>,
  job: KnownJob,
  itemId: string,
): Promise<Refusal | undefined> => {
  const { dataset_id, version_id } = job;
  const input = { dataset_id, version_id, id: itemId };
  const id = derivedId(job.id, 'restore', itemId);
  const principal = await principalNow(tools, job);
  const reply = await tools.execute(datasetCommands.restoreDatasetItem, input, { id, principal });
  return reply.status === 'done' ? undefined : refuse(reply.code, reply.detail);
};

/** Lets an item take the record over. */
const taken = async (
  item_id: string,
  told: ToldOfItem,
  job: KnownJob,
  tools: Pick<ServiceTools, 'execute' | 'requesters'>,
): Promise<Taking | Refusal> => {
  const { dataset_id, version_id } = job;
  const input = { dataset_id, version_id, item_id, ...told, annotations: [...told.annotations] };
  const id = derivedId(job.id, 'take', item_id);
  const principal = await principalNow(tools, job);
  const reply = await tools.execute(datasetJobCommands.takeImported, input, { id, principal });
  if (reply.status !== 'done') return refuse(reply.code, reply.detail);
  const { changed, left } = reply.result as JsonObject & Pick<Taking, 'changed' | 'left'>;
  return { changed, annotates: false, left };
};

/** Looks only: what storing would do. */
export const looking =
  (tools: Pick<ServiceTools, 'documents' | 'log' | 'streams'>, job: KnownJob): Sink =>
  async ({ made, present }, tally, rules) => {
    const there = await presentOf(made, tools);
    const known = new Set(there.map(({ item }) => item.id));
    for (const { event, splits } of made) if (!known.has(event.data.id)) create(tally, splits);
    await countEach([...present, ...there], (one) => looked(one, rules, job, tools), tally);
  };

const looked = async (
  { item, event, told }: PresentItem,
  rules: AnnotationRules,
  job: KnownJob,
  tools: Pick<ServiceTools, 'log' | 'streams'>,
): Promise<Became> => {
  if (item.deleted) return classificationsRefused(Object.values(item.annotations), rules) ?? 'restored';
  const differs = differencesOf(event, told, item, false);
  if (job.options.on_existing !== 'update' || differs.length === 0) return { changed: false, stays: differs };
  return became(differs, await takingOf(item.id, told, rules, tools));
};

import {
  datasetItemStreamEvents,
  datasetJobCommands,
  type DatasetVersionEvent,
  type JsonObject,
} from '@cairn/contracts';
import {
  eventRegistry,
  foldInto,
  freshId,
  type JobLease,
  JobRefused,
  pagesOf,
  partsWhile,
  type ServiceTools,
  streamOf,
  type StreamName,
  unfolded,
  unlessRefused,
  untilReached,
} from '@cairn/kernel';
import { coming, tallyOf } from '../../domain/item/tally.js';
import { annotationsOf, datasetItem, type KnownItem } from '../../domain/item/state.js';
import {
  COPIED_BY,
  copiedAnnotations,
  copiedSplitIds,
  copiedUntouched,
  copyId,
} from '../../domain/job/copies.js';
import { type KnownJob, STORING } from '../../domain/job/state.js';
import { datasetVersion, type KnownVersion } from '../../domain/version/state.js';
import { ITEMS } from '../../read-models/items/project.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import { itemAppends, SLICE_ITEMS } from '../item-appends.js';
import { JobRoom } from '../job-room.js';
import { parentsOf } from '../requester.js';

/** Copies the items of a version into its duplicate, from the log as it was at the request, and shows the duplicate. */
export const runDuplicate = async (
  job: KnownJob,
  lease: JobLease,
  tools: ServiceTools,
): Promise<JsonObject> => {
  const { copy, sourceId, position } = await copyingOf(job, tools);
  await untilReached(position, tools, () => lease.check());
  const appends = itemAppends(tools, job, lease, COPIED_BY, new JobRoom(tools, job));
  const registry = eventRegistry([datasetItem]);
  let copied = 0;
  const ever = { fields: { version_id: sourceId, deleted: [true, false] } };
  for await (const page of pagesOf(tools.documents, ITEMS, ever, SLICE_ITEMS)) {
    lease.check();
    unlessRefused(await parentsOf(tools, job));
    const items = await Promise.all(page.map(({ id }) => itemAt(id, position, tools, registry)));
    const copies = items.filter((item) => item !== undefined).map((item) => copyOf(item, copy, job));
    if (copies.length > 0) await appends.append(copies);
    copied += copies.length;
    lease.progress({ phase: STORING, done: copied });
  }
  await appends.settled();
  lease.check();
  const { dataset_id, version_id } = job;
  const input = { dataset_id, version_id };
  const reply = await tools.execute(datasetJobCommands.completeVersion, input, { id: freshId() });
  if (reply.status === 'refused') throw new JobRefused(reply.code, reply.detail);
  await untilReached(reply.position, tools, () => lease.checkHeld());
  return { created: copied };
};

interface Copying {
  /** The copy as it was made: its labels and splits say what is copied. */
  readonly copy: KnownVersion;
  readonly sourceId: string;
  /** Of the log, at the request: items are copied as they were there. */
  readonly position: string;
}

const copyingOf = async (job: KnownJob, { log, streams }: ServiceTools): Promise<Copying> => {
  const registry = streams.registryOf(datasetVersion);
  const [first] = await log.read(streamOf(datasetVersion, job.version_id), { limit: 1 });
  const made = first && registry.understand(first);
  const origin = made?.type === 'DatasetVersionCreated' ? (made.data as CreatedData).origin : undefined;
  const folded = unfolded(datasetVersion);
  foldInto(folded, datasetVersion, registry, first === undefined ? [] : [first]);
  if (origin === undefined || folded.state.status === 'none')
    throw new JobRefused('internal', 'The copy does not know its origin.');
  return { copy: folded.state, sourceId: origin.version_id, position: origin.position ?? '' };
};

type CreatedData = Extract<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>['data'];

/** The item as it was at a position of the log; `undefined` when it was not there. */
const itemAt = async (
  id: string,
  position: string,
  { log }: ServiceTools,
  registry: ReturnType<typeof eventRegistry>,
): Promise<KnownItem | undefined> => {
  const stream: StreamName = streamOf(datasetItem, id);
  const folded = unfolded(datasetItem);
  for await (const part of partsWhile(log, stream, (event) => event.position <= position))
    foldInto(folded, datasetItem, registry, part);
  return folded.state.status === 'live' ? folded.state : undefined;
};

const copyOf = (item: KnownItem, copy: KnownVersion, job: KnownJob): ItemCreatedEvent => {
  const splits = [...copiedSplitIds(item.splits, copy)];
  const annotations = [...copiedAnnotations(annotationsOf(item), copy)];
  const untouched = [...copiedUntouched(item, annotations, copy)];
  return datasetItemStreamEvents.ItemCreated.of({
    id: copyId(job.version_id, item.id),
    dataset_id: job.dataset_id,
    version_id: job.version_id,
    user_id: item.user_id,
    name: item.name,
    description: item.description,
    text: item.text,
    splits,
    annotations,
    attributes: item.attributes,
    extension: item.extension,
    ...(item.file === null ? {} : { file: item.file }),
    origin_id: item.id,
    ...(untouched.length === 0 ? {} : { untouched }),
    counts: coming(job.version_id, tallyOf({ splits, annotations })),
  });
};

import { datasetItemStreamEvents, datasetJobCommands, type DatasetVersionEvent } from '@cairn/contracts';
import {
  type Document,
  eventRegistry,
  foldInto,
  freshId,
  pagesOf,
  partsWhile,
  type ServiceTools,
  streamOf,
  type StreamName,
  timestamp,
  unfolded,
} from '@cairn/kernel';
import { coming, tallyOf } from '../../domain/item/tally.js';
import { annotationsOf, datasetItem, type KnownItem } from '../../domain/item/state.js';
import { copiedAnnotations, copiedSplitIds, copyId } from '../../domain/job/copies.js';
import type { KnownJob } from '../../domain/job/state.js';
import { datasetVersion, type KnownVersion } from '../../domain/version/state.js';
import { ITEMS } from '../../read-models/items/project.js';
import { ItemAppends, type ItemCreatedEvent, SLICE_ITEMS } from '../item-appends.js';
import { JobRefused, unlessRefused } from '../job-refused.js';
import type { Lease } from '../lease.js';
import { parentsOf } from '../requester.js';

/** Copies the items of a version into its duplicate, from the log as it was at the request, and shows the duplicate. */
export const runDuplicate = async (job: KnownJob, lease: Lease, tools: ServiceTools): Promise<void> => {
  const source = await sourceOf(job, tools);
  await untilReached(source.position, lease, tools);
  const appends = new ItemAppends(tools, job, lease, 'datasets.copyItems');
  const registry = eventRegistry([datasetItem]);
  let copied = 0;
  for await (const ids of idsOf(source.version.id, tools)) {
    lease.check();
    unlessRefused(await parentsOf(tools, job));
    const items = await Promise.all(ids.map((id) => itemAt(id, source.position, tools, registry)));
    const copies = items
      .filter((item) => item !== undefined)
      .map((item) => copyOf(item, source.version, job));
    if (copies.length > 0) await appends.append(copies);
    copied += copies.length;
    lease.report({ phase: 'items', done: copied });
  }
  await appends.settled();
  lease.check();
  const { dataset_id, version_id } = job;
  const reply = await tools.execute({
    name: datasetJobCommands.completeVersion.name,
    input: { dataset_id, version_id },
    id: freshId(),
    causation: job.id,
  });
  if (reply.status === 'refused') throw new JobRefused(reply.code, reply.detail);
  await untilReached(reply.position, lease, tools);
  await lease.complete({ created: copied });
};

interface SourceVersion {
  /** As it was at the request: its labels and splits say which are seen. */
  readonly version: KnownVersion;
  readonly position: string;
}

const sourceOf = async (job: KnownJob, { log, streams }: ServiceTools): Promise<SourceVersion> => {
  const [first] = await log.read(streamOf(datasetVersion, job.version_id), { limit: 1 });
  const made = first && streams.registryOf(datasetVersion).understand(first);
  const origin = made?.type === 'DatasetVersionCreated' ? (made.data as CreatedData).origin : undefined;
  if (origin === undefined) throw new JobRefused('internal', 'The copy does not know its origin.');
  const position = origin.position ?? '';
  const folded = unfolded(datasetVersion);
  const source = streamOf(datasetVersion, origin.version_id);
  for await (const part of partsWhile(log, source, (event) => event.position <= position))
    foldInto(folded, datasetVersion, streams.registryOf(datasetVersion), part);
  if (folded.state.status === 'none') throw new JobRefused('not_found', 'The source is gone.');
  return { version: folded.state, position };
};

type CreatedData = Extract<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>['data'];

const untilReached = async (position: string, lease: Lease, tools: ServiceTools): Promise<void> => {
  while (!(await tools.reached(position, 1000))) lease.check();
};

/**
 * Ids of the items that the version has or had, page by page. Deleted ones come before the others, and those that were
 * deleted meanwhile after them, so that none is missed and none comes twice.
 */
async function* idsOf(versionId: string, tools: ServiceTools): AsyncGenerator<readonly string[], void, void> {
  const begun = timestamp(tools.clock.now());
  const isLate = (item: Document): boolean =>
    typeof item['deleted_at'] === 'string' && item['deleted_at'] >= begun;
  const seen = new Set<string>();
  for await (const page of documentsOf(versionId, true, tools)) {
    for (const { id } of page.filter(isLate)) seen.add(id);
    yield page.map(({ id }) => id);
  }
  for await (const page of documentsOf(versionId, false, tools)) yield page.map(({ id }) => id);
  for await (const page of documentsOf(versionId, true, tools))
    yield page.filter((item) => isLate(item) && !seen.has(item.id)).map(({ id }) => id);
}

const documentsOf = (
  versionId: string,
  deleted: boolean,
  { documents }: ServiceTools,
): AsyncGenerator<readonly Document[], void, void> =>
  pagesOf(documents, ITEMS, { fields: { version_id: versionId, deleted } }, SLICE_ITEMS);

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

const copyOf = (item: KnownItem, source: KnownVersion, job: KnownJob): ItemCreatedEvent => {
  const splits = [...copiedSplitIds(item.splits, source, job.version_id)];
  const annotations = [...copiedAnnotations(annotationsOf(item), source, job.version_id)];
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
    counts: coming(job.version_id, tallyOf({ splits, annotations })),
  });
};

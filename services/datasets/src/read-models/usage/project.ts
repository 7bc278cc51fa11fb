import {
  type DatasetEvent,
  type DatasetItemEvent,
  datasetItemStreamEvents,
  datasetJobStreamEvents,
  datasetStreamEvents,
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
  postProcessor,
  type PostProcessorEvent,
  recordEvents,
} from '@cairn/contracts';
import { type Change, projection, type ProjectedEvent } from '@cairn/kernel';
import { type ChargedEvent, chargeOf } from '../../domain/usage/charge.js';
import { placedBy } from '../../domain/usage/place.js';

/** What datasets take without their versions, and whose they are. */
export const USAGE = 'dataset_usage';
/** What versions, and post-processors, take. Apart: each document stands in no index but those that it has values for. */
export const VERSION_USAGE = 'dataset_version_usage';

type Facts = Omit<ProjectedEvent, 'event'>;

const added = (collection: string, id: string, event: ChargedEvent): Change => {
  const { items, bytes } = chargeOf(event);
  return { kind: 'increment', collection, id, by: items === 0 ? { bytes } : { items, bytes } };
};

const patched = (
  collection: string,
  id: string,
  fields: Readonly<Record<string, string | null>>,
): Change => ({ kind: 'patch', collection, id, fields });

const removed = (collection: string, id: string): Change => ({ kind: 'remove', collection, id });

const ofDataset = (event: DatasetEvent, { id }: Facts): readonly Change[] => {
  if (event.type === 'DatasetPurged') return [removed(USAGE, id)];
  const { ownerId, organizationId } = placedBy(event);
  const place = {
    ...(ownerId === undefined ? {} : { owner_id: ownerId }),
    ...(organizationId === undefined ? {} : { organization_id: organizationId }),
  };
  return [added(USAGE, id, event), ...(Object.keys(place).length === 0 ? [] : [patched(USAGE, id, place)])];
};

/** What has a document of its own, which names its dataset, until it is purged. */
const ofPart = (
  event: ChargedEvent,
  { id }: Facts,
  { dataset_id, isPurged }: { readonly dataset_id: string | undefined; readonly isPurged: boolean },
): readonly Change[] => {
  if (isPurged) return [removed(VERSION_USAGE, id)];
  const place = dataset_id === undefined ? [] : [patched(VERSION_USAGE, id, { dataset_id })];
  return [added(VERSION_USAGE, id, event), ...place];
};

const ofVersion = (event: DatasetVersionEvent, facts: Facts): readonly Change[] =>
  ofPart(event, facts, {
    dataset_id: event.type === 'DatasetVersionCreated' ? event.data.dataset_id : undefined,
    isPurged: event.type === 'DatasetVersionPurged',
  });

const ofPostProcessor = (event: PostProcessorEvent, facts: Facts): readonly Change[] =>
  ofPart(event, facts, {
    dataset_id: event.type === 'DatasetPostProcessorCreated' ? event.data.dataset_id : undefined,
    isPurged: event.type === 'DatasetPostProcessorPurged',
  });

/** Two events of earlier releases do not name it: they are not charged. */
const versionOf = (event: DatasetItemEvent): string | undefined =>
  'counts' in event.data ? event.data.counts.version_id : event.data.version_id;

const ofItem = (event: DatasetItemEvent): readonly Change[] => {
  const version = versionOf(event);
  return version === undefined ? [] : [added(VERSION_USAGE, version, event)];
};

const ofPostProcessors = recordEvents(postProcessor);
const isOfPostProcessor = (event: ChargedEvent): event is PostProcessorEvent =>
  Object.hasOwn(ofPostProcessors, event.type);
const isOfItem = (event: ChargedEvent): event is DatasetItemEvent =>
  Object.hasOwn(datasetItemStreamEvents, event.type);
const isOfVersion = (event: ChargedEvent): event is DatasetVersionEvent =>
  Object.hasOwn(datasetVersionStreamEvents, event.type);

const project = (event: ChargedEvent, facts: Facts): readonly Change[] => {
  if (event.type === 'DatasetJobRequested') return [added(VERSION_USAGE, event.data.version_id, event)];
  if (isOfItem(event)) return ofItem(event);
  if (isOfPostProcessor(event)) return ofPostProcessor(event, facts);
  return isOfVersion(event) ? ofVersion(event, facts) : ofDataset(event, facts);
};

/**
 * `datasets.usage`: what versions, post-processors and datasets take, counted by increments (law 7). A version names its dataset, a dataset
 * its owner and organization; what is purged has no document, which gives back what it took.
 */
export const usageProjection = projection<ChargedEvent>({
  name: 'datasets.usage',
  version: 4,
  collections: [
    {
      name: USAGE,
      indexes: [
        { kind: 'compound', fields: ['owner_id'] },
        { kind: 'compound', fields: ['organization_id'] },
      ],
    },
    { name: VERSION_USAGE, indexes: [{ kind: 'compound', fields: ['dataset_id'] }] },
  ],
  events: [
    ...Object.values(datasetItemStreamEvents),
    ...Object.values(datasetVersionStreamEvents),
    ...Object.values(datasetStreamEvents),
    ...Object.values(ofPostProcessors),
    datasetJobStreamEvents.DatasetJobRequested,
  ],
  project,
});

import {
  type DatasetEvent,
  type DatasetItemEvent,
  datasetItemStreamEvents,
  datasetJobStreamEvents,
  datasetStreamEvents,
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
} from '@cairn/contracts';
import { type Change, projection, type ProjectedEvent } from '@cairn/kernel';
import { type ChargedEvent, chargeOf } from '../../domain/usage/charge.js';
import { placedBy } from '../../domain/usage/place.js';

/** What datasets take without their versions, and whose they are. */
export const USAGE = 'dataset_usage';
/** What versions take. Apart: each document stands in no index but those that it has values for. */
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

const ofVersion = (event: DatasetVersionEvent, { id }: Facts): readonly Change[] => {
  if (event.type === 'DatasetVersionPurged') return [removed(VERSION_USAGE, id)];
  const place =
    event.type === 'DatasetVersionCreated'
      ? [patched(VERSION_USAGE, id, { dataset_id: event.data.dataset_id })]
      : [];
  return [added(VERSION_USAGE, id, event), ...place];
};

/** Two events of earlier releases do not name it: they are not charged. */
const versionOf = (event: DatasetItemEvent): string | undefined =>
  'counts' in event.data ? event.data.counts.version_id : event.data.version_id;

const ofItem = (event: DatasetItemEvent): readonly Change[] => {
  const version = versionOf(event);
  return version === undefined ? [] : [added(VERSION_USAGE, version, event)];
};

const isOfItem = (event: ChargedEvent): event is DatasetItemEvent =>
  Object.hasOwn(datasetItemStreamEvents, event.type);
const isOfVersion = (event: ChargedEvent): event is DatasetVersionEvent =>
  Object.hasOwn(datasetVersionStreamEvents, event.type);

const project = (event: ChargedEvent, facts: Facts): readonly Change[] => {
  if (event.type === 'DatasetJobRequested') return [added(VERSION_USAGE, event.data.version_id, event)];
  if (isOfItem(event)) return ofItem(event);
  return isOfVersion(event) ? ofVersion(event, facts) : ofDataset(event, facts);
};

/**
 * `datasets.usage`: what versions and datasets take, counted by increments (law 7). A version names its dataset, a dataset
 * its owner and organization; what is purged has no document, which gives back what it took.
 */
export const usageProjection = projection<ChargedEvent>({
  name: 'datasets.usage',
  version: 3,
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
    datasetJobStreamEvents.DatasetJobRequested,
  ],
  project,
});

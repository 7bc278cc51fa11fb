import { type DatasetEvent, datasetStreamEvents } from '@cairn/contracts';
import { purgeAt } from '../purging.js';
import { changedFields } from '../same.js';
import type { KnownDataset } from './state.js';
import { readersAfter } from './visibility.js';

const { DatasetUpdated, DatasetVersionActivated, DatasetLogoSet, DatasetLogoRemoved } = datasetStreamEvents;

/** What of a dataset can be set and undone. */
export type DatasetContent = Omit<KnownDataset, 'id' | 'user_id' | 'readers'>;

export const contentOf = (dataset: KnownDataset): DatasetContent => ({
  status: dataset.status,
  name: dataset.name,
  description: dataset.description,
  notes: dataset.notes,
  public: dataset.public,
  visibility: dataset.visibility,
  organization_id: dataset.organization_id,
  project_id: dataset.project_id,
  multi_label: dataset.multi_label,
  default_splits: dataset.default_splits,
  content_type: dataset.content_type,
  active_version_id: dataset.active_version_id,
  logo: dataset.logo,
  history_from: dataset.history_from,
});

/** The events that lead from a dataset to the wanted content; none when it is that already. */
export const datasetTowards = (
  state: KnownDataset,
  wanted: Partial<DatasetContent>,
  at: string,
): readonly DatasetEvent[] => {
  const { status, logo, active_version_id, ...fields } = changedFields<DatasetContent>(
    contentOf(state),
    wanted,
  );
  return [
    ...(Object.keys(fields).length === 0 ? [] : [updated(state, fields)]),
    ...(active_version_id === undefined
      ? []
      : [DatasetVersionActivated.of({ version_id: active_version_id, previous: state.active_version_id })]),
    ...logoTowards(logo),
    ...statusTowards(status, at),
  ];
};

type Fields = Partial<Omit<DatasetContent, 'status' | 'logo' | 'active_version_id'>>;

const updated = (state: KnownDataset, changes: Fields) => {
  const moved = ['visibility', 'organization_id', 'project_id'].some((field) => field in changes);
  return DatasetUpdated.of({
    changes,
    ...(moved ? { readers: readersAfter({ ...state, ...changes }, state.readers) } : {}),
  });
};

const logoTowards = (logo: KnownDataset['logo'] | undefined): readonly DatasetEvent[] => {
  if (logo === undefined) return [];
  return [logo === null ? DatasetLogoRemoved.of({}) : DatasetLogoSet.of(logo)];
};

const statusTowards = (status: KnownDataset['status'] | undefined, at: string): readonly DatasetEvent[] => {
  switch (status) {
    case undefined:
      return [];
    case 'live':
      return [datasetStreamEvents.DatasetRestored.of({})];
    case 'deleted':
      return [datasetStreamEvents.DatasetDeleted.of({ purge_at: purgeAt(at) })];
    case 'purged':
      return [datasetStreamEvents.DatasetPurged.of({})];
    default:
      return status satisfies never;
  }
};

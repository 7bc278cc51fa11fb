import {
  type DatasetEvent,
  datasetStreamEvents,
  type FileRecord,
  type ReaderRecord,
  type Visibility,
} from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

/** A dataset as its stream tells it. */
export interface KnownDataset {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly notes: string;
  readonly public: boolean;
  readonly visibility: Visibility;
  readonly organization_id: string | null;
  readonly project_id: string | null;
  readonly multi_label: boolean;
  readonly default_splits: boolean;
  readonly content_type: string;
  /** As it was set; when that version is deleted, the newest one is shown (trap 4). */
  readonly active_version_id: string;
  readonly readers: readonly ReaderRecord[];
  readonly logo: FileRecord | null;
}

export type DatasetState = { readonly status: 'none' } | KnownDataset;

const NONE: DatasetState = { status: 'none' };

const evolve = (state: DatasetState, event: DatasetEvent): DatasetState => {
  if (event.type === 'DatasetCreated') return created(event.data);
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'DatasetUpdated': {
      const { changes, readers } = event.data;
      return { ...state, ...changes, readers: readers ?? state.readers };
    }
    case 'DatasetVersionActivated':
      return { ...state, active_version_id: event.data.version_id };
    case 'DatasetLogoSet':
      return { ...state, logo: event.data };
    case 'DatasetLogoRemoved':
      return { ...state, logo: null };
    case 'DatasetDeleted':
      return { ...state, status: 'deleted' };
    case 'DatasetRestored':
      return { ...state, status: 'live' };
    case 'DatasetPurged':
      return { ...state, status: 'purged' };
    default:
      return event satisfies never;
  }
};

type CreatedData = Extract<DatasetEvent, { type: 'DatasetCreated' }>['data'];

const created = (data: CreatedData): KnownDataset => ({
  ...data,
  status: 'live',
  organization_id: data.organization_id ?? null,
  project_id: data.project_id ?? null,
  logo: null,
});

/** `dataset-<id>`: a dataset without its versions. */
export const dataset = aggregate<DatasetState, DatasetEvent>({
  category: 'dataset',
  events: Object.values(datasetStreamEvents),
  stateVersion: 1,
  initial: NONE,
  evolve,
});

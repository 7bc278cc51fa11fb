import {
  type DatasetEvent,
  datasetStreamEvents,
  type FileRecord,
  type ReaderRecord,
  type Visibility,
} from '@cairn/contracts';
import { aggregate, type EventFacts } from '@cairn/kernel';
import { beginningAt } from './history-from.js';

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
  /** Who may not write the dataset sees nothing of what was before; null: sees all. */
  readonly history_from: string | null;
}

export type DatasetState = { readonly status: 'none' } | KnownDataset;

const NONE: DatasetState = { status: 'none' };

const evolve = (state: DatasetState, event: DatasetEvent, facts: EventFacts): DatasetState => {
  if (event.type === 'DatasetCreated') return created(event.data);
  return state.status === 'none' ? state : changed(state, event, facts);
};

type ChangingEvent = Exclude<DatasetEvent, { type: 'DatasetCreated' }>;

const changed = (state: KnownDataset, event: ChangingEvent, { at }: EventFacts): KnownDataset => {
  switch (event.type) {
    case 'DatasetUpdated': {
      const { changes, readers } = event.data;
      const { history_from = state.history_from } = changes;
      return {
        ...state,
        ...changes,
        history_from: beginningAt(history_from, at),
        readers: readers ?? state.readers,
      };
    }
    case 'DatasetVersionActivated':
      return { ...state, active_version_id: event.data.version_id };
    case 'DatasetLogoSet':
      return { ...state, logo: event.data };
    case 'DatasetLogoRemoved':
      return { ...state, logo: null };
    default:
      return { ...state, status: statusAfter(event) };
  }
};

type StatusEvent = Extract<ChangingEvent, { type: 'DatasetDeleted' | 'DatasetRestored' | 'DatasetPurged' }>;

const statusAfter = (event: StatusEvent): KnownDataset['status'] => {
  switch (event.type) {
    case 'DatasetDeleted':
      return 'deleted';
    case 'DatasetRestored':
      return 'live';
    case 'DatasetPurged':
      return 'purged';
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
  history_from: null,
});

/** `dataset-<id>`: a dataset without its versions. */
export const dataset = aggregate<DatasetState, DatasetEvent>({
  category: 'dataset',
  events: Object.values(datasetStreamEvents),
  stateVersion: 2,
  initial: NONE,
  evolve,
});

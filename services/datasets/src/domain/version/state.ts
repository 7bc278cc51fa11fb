import {
  type DatasetVersionEvent,
  datasetVersionStreamEvents,
  type LabelRecord,
  type SplitRecord,
} from '@cairn/contracts';
import { aggregate } from '@cairn/kernel';

export type KnownSplit = SplitRecord & { readonly deleted: boolean };
export type KnownLabel = Omit<LabelRecord, 'parent_id' | 'attributes'> & {
  readonly parent_id: string | null;
  readonly attributes: LabelRecord['attributes'] | null;
  readonly deleted: boolean;
};

/** A version as its stream tells it, with the labels and splits that were deleted. */
export interface KnownVersion {
  /** `purged`: was deleted, and cannot be restored any more. */
  readonly status: 'live' | 'deleted' | 'purged';
  /** A duplicate is seen only when it is complete. */
  readonly complete: boolean;
  readonly id: string;
  readonly dataset_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly config: string;
  readonly default_split: string;
  /** By id. */
  readonly labels: Readonly<Record<string, KnownLabel>>;
  /** By id. */
  readonly splits: Readonly<Record<string, KnownSplit>>;
}

export type VersionState = { readonly status: 'none' } | KnownVersion;

const NONE: VersionState = { status: 'none' };

const evolve = (state: VersionState, event: DatasetVersionEvent): VersionState => {
  if (event.type === 'DatasetVersionCreated') return created(event.data);
  return state.status === 'none' ? state : changed(state, event);
};

type ChangingEvent = Exclude<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>;

const changed = (state: KnownVersion, event: ChangingEvent): KnownVersion => {
  switch (event.type) {
    case 'DatasetVersionCompleted':
      return { ...state, complete: true };
    case 'DatasetVersionUpdated':
      return { ...state, ...event.data.changes };
    case 'DatasetVersionDeleted':
      return { ...state, status: 'deleted' };
    case 'DatasetVersionRestored':
      return { ...state, status: 'live' };
    case 'DatasetVersionPurged':
      return { ...state, status: 'purged' };
    default:
      return isOfSplit(event) ? splitEvolved(state, event) : labelEvolved(state, event);
  }
};

const isOfSplit = (event: SplitEvent | LabelEvent): event is SplitEvent => event.type.startsWith('Split');

type CreatedData = Extract<DatasetVersionEvent, { type: 'DatasetVersionCreated' }>['data'];

const created = ({ labels, splits, ...data }: CreatedData): KnownVersion => ({
  status: 'live',
  complete: data.complete,
  id: data.id,
  dataset_id: data.dataset_id,
  user_id: data.user_id,
  name: data.name,
  description: data.description,
  config: data.config,
  default_split: data.default_split,
  labels: withLabels({}, labels),
  splits: Object.fromEntries(splits.map((split) => [split.id, { ...split, deleted: false }])),
});

type SplitEvent = Extract<DatasetVersionEvent, { type: `Split${string}` }>;

const splitEvolved = (state: KnownVersion, event: SplitEvent): KnownVersion => {
  switch (event.type) {
    case 'SplitCreated':
      return { ...state, splits: { ...state.splits, [event.data.id]: { ...event.data, deleted: false } } };
    case 'SplitUpdated':
      return withSplit(state, event.data.id, event.data.changes);
    case 'SplitDeleted':
    case 'SplitRestored':
      return {
        ...withSplit(state, event.data.id, { deleted: event.type === 'SplitDeleted' }),
        default_split: event.data.default_split,
      };
    default:
      return event satisfies never;
  }
};

const withSplit = (state: KnownVersion, id: string, changes: Partial<KnownSplit>): KnownVersion => {
  const split = state.splits[id];
  return split === undefined
    ? state
    : { ...state, splits: { ...state.splits, [id]: { ...split, ...changes } } };
};

type LabelEvent = Extract<DatasetVersionEvent, { type: `Label${string}` }>;

const labelEvolved = (state: KnownVersion, event: LabelEvent): KnownVersion => {
  switch (event.type) {
    case 'LabelsCreated':
      return { ...state, labels: withLabels(state.labels, event.data.labels) };
    case 'LabelUpdated':
      return withLabel(state, event.data.id, event.data.changes);
    case 'LabelDeleted':
      return withLabel(state, event.data.id, { deleted: true });
    case 'LabelRestored':
      return withLabel(state, event.data.id, { deleted: false });
    default:
      return event satisfies never;
  }
};

const withLabels = (
  before: KnownVersion['labels'],
  added: readonly LabelRecord[],
): Readonly<Record<string, KnownLabel>> => ({
  ...before,
  ...Object.fromEntries(
    added.map((label) => [
      label.id,
      { ...label, parent_id: label.parent_id ?? null, attributes: label.attributes ?? null, deleted: false },
    ]),
  ),
});

const withLabel = (state: KnownVersion, id: string, changes: Partial<KnownLabel>): KnownVersion => {
  const label = state.labels[id];
  return label === undefined
    ? state
    : { ...state, labels: { ...state.labels, [id]: { ...label, ...changes } } };
};

/** The version after these events. */
export const versionAfter = (state: VersionState, events: readonly DatasetVersionEvent[]): VersionState =>
  events.reduce(evolve, state);

/** `datasetVersion-<id>`: a version with its labels and splits. */
export const datasetVersion = aggregate<VersionState, DatasetVersionEvent>({
  category: 'datasetVersion',
  events: Object.values(datasetVersionStreamEvents),
  stateVersion: 1,
  initial: NONE,
  evolve,
});

/** The label of this id when it is there and not deleted. */
export const liveLabel = (version: KnownVersion, id: string): KnownLabel | undefined => {
  const label = Object.hasOwn(version.labels, id) ? version.labels[id] : undefined;
  return label?.deleted === false ? label : undefined;
};

/** The split of this id when it is there and not deleted. */
export const liveSplit = (version: KnownVersion, id: string): KnownSplit | undefined => {
  const split = Object.hasOwn(version.splits, id) ? version.splits[id] : undefined;
  return split?.deleted === false ? split : undefined;
};

import {
  type AnnotationRecord,
  type DatasetItemEvent,
  datasetItemStreamEvents,
  type FileRecord,
  type JsonObject,
} from '@cairn/contracts';
import { aggregate, type EventFacts } from '@cairn/kernel';
import type { Annotations } from './annotations.js';
import {
  annotationsTouched,
  fileSet,
  newProcessing,
  processed,
  type Processing,
  textSet,
} from './processing.js';

/** An item as its stream tells it, with what is hidden because its label or split was deleted. */
export interface KnownItem {
  readonly status: 'live' | 'deleted';
  readonly id: string;
  readonly dataset_id: string;
  readonly version_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly splits: readonly string[];
  /** By id. */
  readonly annotations: Annotations;
  readonly attributes: JsonObject | null;
  readonly extension: string;
  readonly file: FileRecord | null;
  readonly origin_id: string | null;
  readonly processing: Processing;
}

export type ItemState = { readonly status: 'none' } | KnownItem;

const NONE: ItemState = { status: 'none' };

const evolve = (state: ItemState, event: DatasetItemEvent, facts: EventFacts): ItemState => {
  if (event.type === 'ItemCreated') return created(event.data, facts);
  return state.status === 'none' ? state : changed(state, event, facts);
};

type ChangingEvent = Exclude<DatasetItemEvent, { type: 'ItemCreated' }>;

const changed = (state: KnownItem, event: ChangingEvent, facts: EventFacts): KnownItem => {
  switch (event.type) {
    case 'ItemUpdated': {
      const { changes } = event.data;
      return { ...state, ...changes, processing: textSet(state.processing, changes.text, facts.revision) };
    }
    case 'ItemFileSet': {
      const { file, name, extension, attributes } = event.data;
      const processing = fileSet(state.processing, file, facts.revision);
      return { ...state, file, name, extension, attributes, processing };
    }
    case 'ItemSplitsChanged':
      return { ...state, splits: event.data.splits };
    case 'ItemAnnotated':
      return {
        ...state,
        annotations: annotated(state.annotations, event.data, facts.at),
        processing: annotationsTouched(state.processing, event.data),
      };
    case 'ItemProcessed':
      return {
        ...state,
        processing: processed(state.processing, event.data, Object.values(state.annotations)),
      };
    case 'ItemDeleted':
      return { ...state, status: 'deleted' };
    case 'ItemRestored':
      return { ...state, status: 'live' };
    default:
      return event satisfies never;
  }
};

type CreatedData = Extract<DatasetItemEvent, { type: 'ItemCreated' }>['data'];

const created = (data: CreatedData, { at }: EventFacts): KnownItem => ({
  status: 'live',
  id: data.id,
  dataset_id: data.dataset_id,
  version_id: data.version_id,
  user_id: data.user_id,
  name: data.name,
  description: data.description,
  text: data.text,
  splits: data.splits,
  annotations: byId(data.annotations, at),
  attributes: data.attributes,
  extension: data.extension,
  file: data.file ?? null,
  origin_id: data.origin_id ?? null,
  processing: newProcessing(data),
});

type AnnotatedData = Extract<DatasetItemEvent, { type: 'ItemAnnotated' }>['data'];

const annotated = (
  before: Annotations,
  { added, changed, removed }: AnnotatedData,
  at: string,
): Annotations => {
  const gone = new Set(removed);
  const kept = Object.entries(before).filter(([id]) => !gone.has(id));
  return { ...Object.fromEntries(kept), ...byId(changed, at), ...byId(added, at) };
};

const byId = (annotations: readonly AnnotationRecord[], at: string): Annotations =>
  Object.fromEntries(annotations.map((record) => [record.id, { created_at: at, ...record }]));

/** `datasetItem-<id>`: an item with its annotations. */
export const datasetItem = aggregate<ItemState, DatasetItemEvent>({
  category: 'datasetItem',
  events: Object.values(datasetItemStreamEvents),
  stateVersion: 3,
  initial: NONE,
  evolve,
});

/** The annotations of an item in their order. */
export const annotationsOf = (item: Pick<KnownItem, 'annotations'>): readonly AnnotationRecord[] =>
  Object.values(item.annotations).sort((one, other) => one.order - other.order);

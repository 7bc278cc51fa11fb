import {
  type AnnotationRecord,
  datasetItemStreamEvents,
  type DatasetItemEvent,
  type FileRecord,
  type ItemAnnotationInput,
  type JsonObject,
} from '@cairn/contracts';
import { isRefusal, type Refusal, refuse, sent } from '@cairn/kernel';
import type { Parents } from '../version/parents.js';
import { liveLabel, liveSplit } from '../version/state.js';
import {
  type AnnotationOrigin,
  type AnnotationRules,
  annotationsRefused,
  newAnnotation,
  sizeRefused,
  withSpanTexts,
} from './annotations.js';
import { extensionOf } from './file-name.js';
import { coming, countersRefused, tallyOf } from './tally.js';

/** What the version and its dataset say about a new item. */
export interface ItemSurroundings extends AnnotationRules {
  readonly dataset_id: string;
  readonly version_id: string;
  /** Takes items that name no split; empty when there is none. */
  readonly default_split: string;
  hasSplit(this: void, id: string): boolean;
}

/** What a version and its dataset say about items. */
export const surroundings = ({ dataset: owner, version }: Parents): ItemSurroundings => ({
  dataset_id: owner.id,
  version_id: version.id,
  multi_label: owner.multi_label,
  default_split: version.default_split,
  hasLabel: (id) => liveLabel(version, id) !== undefined,
  hasSplit: (id) => liveSplit(version, id) !== undefined,
});

/** An annotation before it is made, with where it is from. */
export type AnnotationDraft = ItemAnnotationInput & AnnotationOrigin;

/** An item before it is made, from a request or a record of an import. */
export interface ItemDraft {
  readonly id: string;
  readonly user_id: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly text?: string | undefined;
  /** Ids; absent: the default split. */
  readonly splits?: readonly string[] | undefined;
  readonly annotations?: readonly AnnotationDraft[];
  readonly attributes?: JsonObject | null | undefined;
  readonly file?: FileRecord | undefined;
  readonly origin_id?: string | undefined;
  /** The id of the annotation at a place in the list. */
  annotationId(this: void, ordinal: number): string;
}

type ItemCreatedEvent = Extract<DatasetItemEvent, { type: 'ItemCreated' }>;

/**
 * The event that makes an item, with its counts, or why it may not be made. Pure: the import calls it for each record
 * with the surroundings of the version as it is then.
 */
export const itemCreated = (draft: ItemDraft, around: ItemSurroundings): ItemCreatedEvent | Refusal => {
  const splits = splitsOf(draft, around);
  if (isRefusal(splits)) return splits;
  const text = draft.text ?? '';
  const attributes = draft.attributes ?? null;
  const made = annotationsOf(draft);
  const refused =
    annotationsRefused({ text, hasFile: draft.file !== undefined, annotations: made }, made, around) ??
    sizeRefused({ text, attributes, annotations: made }) ??
    countersRefused({ splits, annotations: made });
  if (refused !== undefined) return refused;
  const annotations = [...withSpanTexts(made, text)];
  return datasetItemStreamEvents.ItemCreated.of({
    id: draft.id,
    dataset_id: around.dataset_id,
    version_id: around.version_id,
    user_id: draft.user_id,
    ...namesOf(draft),
    text,
    splits: [...splits],
    annotations,
    attributes,
    ...fileOf(draft),
    counts: coming(around.version_id, tallyOf({ splits, annotations })),
  });
};

const namesOf = ({ name = '', description = '', file, origin_id }: ItemDraft) => ({
  name: name === '' ? (file?.file_name ?? '') : name,
  description,
  ...(origin_id === undefined ? {} : { origin_id }),
});

const fileOf = ({ file }: ItemDraft) =>
  file === undefined ? { extension: '' } : { extension: extensionOf(file.file_name), file };

const splitsOf = (
  { splits }: ItemDraft,
  { default_split, hasSplit }: ItemSurroundings,
): readonly string[] | Refusal => {
  if (splits === undefined) return default_split === '' ? [] : [default_split];
  const foreign = splits.find((id) => !hasSplit(id));
  return foreign === undefined
    ? [...new Set(splits)]
    : refuse('foreign_split', `The version has no split ${foreign}.`);
};

const annotationsOf = (draft: ItemDraft): readonly AnnotationRecord[] =>
  (draft.annotations ?? []).map((input, order) =>
    newAnnotation(input, {
      id: draft.annotationId(order),
      order,
      userId: draft.user_id,
      origin: originOf(input),
    }),
  );

const originOf = ({ source, inference_id, model_id, model_version_id }: AnnotationDraft): AnnotationOrigin =>
  sent({ source, inference_id, model_id, model_version_id });

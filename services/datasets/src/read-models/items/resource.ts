import { heapBytes, sent } from '@cairn/kernel';
import type { Annotation, DatasetItem, DatasetSplit, Label } from '@cairn/contracts';
import type { AnnotationDocument, ItemDocument, VersionDocument } from '../documents.js';
import { labelsOf, splitsOf } from '../versions/resource.js';

/** The labels and splits of a version that are seen, by id, for the items that name them. */
export interface Named {
  readonly labels: ReadonlyMap<string, Label>;
  readonly splits: ReadonlyMap<string, DatasetSplit>;
}

export const namedIn = (version: VersionDocument): Named => ({
  labels: new Map(labelsOf(version).map((label) => [label.id, label])),
  splits: new Map(splitsOf(version).map((split) => [split.id, split])),
});

/** So many characters of a text are told with each annotation that names the label, or item that is in the split. */
const MOST_TOLD = 500;

/** As `namedIn`, without long descriptions and attributes: an item may tell ten thousand times of one label. */
export const shortlyNamedIn = (version: VersionDocument): Named => {
  const { labels, splits } = namedIn(version);
  return {
    labels: new Map([...labels].map(([id, label]) => [id, shortly(label)])),
    splits: new Map(
      [...splits].map(([id, split]) => [id, { ...split, description: shortText(split.description) }]),
    ),
  };
};

const shortly = ({ description, attributes, ...label }: Label): Label => ({
  ...label,
  description: shortText(description),
  ...(attributes === undefined || JSON.stringify(attributes).length > MOST_TOLD ? {} : { attributes }),
});

const shortText = (text: string): string => (text.length > MOST_TOLD ? '' : text);

/** What labels and splits take that are told within items, bytes as `heapBytes` counts. */
export const bytesNamedIn = ({ labels, splits }: Named): ((item: ItemDocument) => number) => {
  const sizes = new Map<string, number>();
  for (const [id, named] of [...labels, ...splits]) sizes.set(id, heapBytes({ ...named }));
  const sizeOf = (id: string): number => sizes.get(id) ?? 0;
  return ({ annotations, splits: within }) =>
    [...Object.values(annotations).map(({ label_id }) => label_id), ...within].reduce(
      (sum, id) => sum + sizeOf(id),
      0,
    );
};

/** Whether an annotation is seen: not when its label was deleted (SPEC-6). */
const isSeen = ({ label_id }: AnnotationDocument, { labels }: Named): boolean =>
  label_id === '' || labels.has(label_id);

const annotationResource = (document: AnnotationDocument, item: ItemDocument, named: Named): Annotation => ({
  id: document.id,
  created_at: document.created_at,
  updated_at: document.updated_at,
  name: document.name,
  description: document.description,
  label_id: document.label_id,
  ...sent({ label: named.labels.get(document.label_id) }),
  dataset_item_id: item.id,
  type: document.type,
  value: document.value,
  confidence: document.confidence,
  source: document.source,
  ground_truth: document.ground_truth,
  user_id: document.user_id,
  ...originOf(document),
  ...sent({
    group_id: document.group_id,
    parent_id: document.parent_id,
    attributes: document.attributes,
  }),
});

/** What made the annotation, when it was not a person. */
const originOf = (document: AnnotationDocument) =>
  sent({
    post_processor_id: document.post_processor_id,
    post_processor_job_id: document.post_processor_job_id,
    inference_id: document.inference_id,
    model_id: document.model_id,
    model_version_id: document.model_version_id,
  });

/** The annotations of an item that are seen, in their order. */
export const annotationsOf = (item: ItemDocument, named: Named): readonly Annotation[] =>
  Object.values(item.annotations)
    .filter((annotation) => isSeen(annotation, named))
    .sort((one, other) => one.order - other.order)
    .map((annotation) => annotationResource(annotation, item, named));

/** An item with the labels and splits of its version. A deleted one is in no split any more (TRAP-10). */
export const itemResource = (item: ItemDocument, named: Named): DatasetItem => ({
  id: item.id,
  created_at: item.created_at,
  updated_at: item.updated_at,
  name: item.name,
  description: item.description,
  user_id: item.user_id,
  text: item.text,
  splits: item.deleted ? [] : item.splits.flatMap((id) => named.splits.get(id) ?? []),
  annotations: [...annotationsOf(item, named)],
  extension: item.extension,
  ...sent({
    attributes: item.attributes,
    content_sha256: item.content_sha256,
    size: item.size,
    content_type: item.content_type,
    origin_id: item.origin_id,
  }),
});

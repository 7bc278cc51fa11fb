import type { AnnotationRecord, JsonObject, LabelRecord, SplitRecord } from '@cairn/contracts';
import { derivedId } from '@cairn/kernel';
import type { KnownItem } from '../item/state.js';
import { type KnownVersion, liveLabel, liveSplit } from '../version/state.js';

/** The command that makes the items of a copy, as their events tell it. */
export const COPIED_BY = 'datasets.copyItems';

/** The id that something of the source has in the copy: the same however often it is copied. */
export const copyId = (copy: string, id: string): string => (id === '' ? '' : derivedId(copy, 'copy', id));

/** The labels of the copy, without those that were deleted. */
export const copiedLabels = (source: KnownVersion, copy: string): readonly LabelRecord[] =>
  Object.values(source.labels)
    .filter(({ deleted }) => !deleted)
    .map((label) => ({
      id: copyId(copy, label.id),
      name: label.name,
      description: label.description,
      color: label.color,
      number: label.number,
      type: label.type,
      user_id: label.user_id,
      auto_created: label.auto_created,
      ...(label.parent_id !== null && liveLabel(source, label.parent_id)
        ? { parent_id: copyId(copy, label.parent_id) }
        : {}),
      ...(label.attributes ? { attributes: label.attributes } : {}),
    }));

export const copiedSplits = (source: KnownVersion, copy: string): readonly SplitRecord[] =>
  Object.values(source.splits)
    .filter(({ deleted }) => !deleted)
    .map(({ id, name, description, user_id }) => ({ id: copyId(copy, id), name, description, user_id }));

/**
 * Annotations for the copy, in their order, without those whose label it has not. Relations and parents name the copies
 * of the item's own annotations; any other id is somebody else's and stays.
 */
export const copiedAnnotations = (
  annotations: readonly AnnotationRecord[],
  made: KnownVersion,
): readonly AnnotationRecord[] => {
  const copy = made.id;
  const seen = annotations.filter(
    ({ label_id }) => label_id === '' || liveLabel(made, copyId(copy, label_id)),
  );
  const copied = new Set(seen.map(({ id }) => id));
  const idIn = (id: string): string => (copied.has(id) ? copyId(copy, id) : id);
  return seen.map(({ parent_id, ...annotation }, order) => ({
    ...annotation,
    id: copyId(copy, annotation.id),
    order,
    label_id: copyId(copy, annotation.label_id),
    value: annotation.type === 'relation' ? copiedRelation(annotation.value, idIn) : annotation.value,
    ...(parent_id === undefined ? {} : { parent_id: idIn(parent_id) }),
  }));
};

const copiedRelation = (value: JsonObject, idIn: (id: string) => string): JsonObject => ({
  ...value,
  from_id: idIn(String(value['from_id'])),
  to_id: idIn(String(value['to_id'])),
});

/** Of annotations of the copy those that a post-processor wrote and nobody has changed, by id. */
export const copiedUntouched = (
  { processing }: Pick<KnownItem, 'processing'>,
  annotations: readonly AnnotationRecord[],
  { id: copy }: KnownVersion,
): readonly string[] => {
  const there = new Set(annotations.map(({ id }) => id));
  const ids = Object.keys(processing.untouched).map((id) => copyId(copy, id));
  return ids.filter((id) => there.has(id));
};

/** The splits of an item that the copy has. */
export const copiedSplitIds = (ids: readonly string[], made: KnownVersion): readonly string[] =>
  ids.map((id) => copyId(made.id, id)).filter((id) => liveSplit(made, id));

import { type AnnotationChanges, type AnnotationRecord, datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, type Refusal, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { changedAnnotation } from '../../domain/item/annotations.js';
import { checked, isHidden, visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState, type KnownItem } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideUpdateAnnotation = (
  state: ItemState,
  annotationId: string,
  body: AnnotationChanges,
  parents: Parents,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const record = visibleAnnotation(current, annotationId, parents);
  if (isRefusal(record)) return record;
  const annotations = { ...current.annotations, [annotationId]: changedAnnotation(record, body) };
  const wanted = checked(current, { annotations }, parents);
  return isRefusal(wanted) ? wanted : eventsToReachItem(current, wanted);
};

/** An annotation under a deleted label is not seen. */
export const visibleAnnotation = (
  item: KnownItem,
  id: string,
  parents: Parents,
): AnnotationRecord | Refusal => {
  const record = Object.hasOwn(item.annotations, id) ? item.annotations[id] : undefined;
  if (record === undefined) return notFound();
  return isHidden(record, parents) ? notFound() : record;
};

export const updateAnnotation = serviceCommand(
  datasetCommands.updateAnnotation,
  ({ dataset_id, version_id, item_id, id: annotation_id, body }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideUpdateAnnotation(state, annotation_id, body, parents),
    }),
);

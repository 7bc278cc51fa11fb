import { type AnnotationChanges, type AnnotationRecord, datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, type Refusal, serviceCommand } from '@cairn/kernel';
import { notFound } from '../../access.js';
import { givenParents, type Parents } from '../../parents.js';
import { changedAnnotation } from '../annotations.js';
import { checked, isHidden, visibleItem } from '../changing.js';
import { datasetItem, type ItemState, type KnownItem } from '../state.js';
import { itemTowards } from '../towards.js';

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
  return isRefusal(wanted) ? wanted : itemTowards(current, wanted);
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
  ({ dataset_id, version_id, item_id, annotation_id, body }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideUpdateAnnotation(state, annotation_id, body, parents),
    }),
);

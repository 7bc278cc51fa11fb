import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { visibleItem } from '../../domain/item/changing.js';
import { annotationsOf, datasetItem, type ItemState } from '../../domain/item/state.js';
import { byId, eventsToReachItem } from '../../domain/item/difference.js';
import { visibleAnnotation } from './update-annotation.js';

export const decideDeleteAnnotation = (
  state: ItemState,
  annotationId: string,
  parents: Parents,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const record = visibleAnnotation(current, annotationId, parents);
  if (isRefusal(record)) return record;
  const left = annotationsOf(current).filter(({ id }) => id !== annotationId);
  return eventsToReachItem(current, { annotations: byId(left) });
};

export const deleteAnnotation = serviceCommand(
  datasetCommands.deleteAnnotation,
  ({ dataset_id, version_id, item_id, id: annotation_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideDeleteAnnotation(state, annotation_id, parents),
    }),
);

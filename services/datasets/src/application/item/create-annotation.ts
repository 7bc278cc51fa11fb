import { type AnnotationInput, datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { newAnnotation } from '../../domain/item/annotations.js';
import { checked, nextOrder, visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideCreateAnnotation = (
  state: ItemState,
  body: AnnotationInput,
  parents: Parents,
  made: { readonly id: string; readonly userId: string },
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const annotation = newAnnotation(body, { ...made, order: nextOrder(current) });
  const wanted = checked(
    current,
    { annotations: { ...current.annotations, [made.id]: annotation } },
    parents,
  );
  return isRefusal(wanted) ? wanted : eventsToReachItem(current, wanted);
};

export const createAnnotation = serviceCommand(
  datasetCommands.createAnnotation,
  ({ dataset_id, version_id, item_id, body }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) =>
        decideCreateAnnotation(state, body, parents, {
          id: context.id('annotation'),
          userId: context.principal.userId,
        }),
    }),
);

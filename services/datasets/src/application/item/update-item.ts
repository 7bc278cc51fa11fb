import { type DatasetItemChanges, datasetCommands } from '@cairn/contracts';
import { type CommandContext, type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { type Annotator, contentAfter, visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideUpdateItem = (
  state: ItemState,
  body: DatasetItemChanges,
  parents: Parents,
  annotator: Annotator,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const wanted = contentAfter(current, body, parents, annotator);
  return isRefusal(wanted) ? wanted : eventsToReachItem(current, wanted);
};

/** Who annotates by a command; `ordinal` is the place of the item in a bulk. */
export const annotatorOf = (context: CommandContext, ordinal = 0): Annotator => ({
  userId: context.principal.userId,
  annotationId: (place) => context.id(`annotation:${ordinal}`, place),
});

export const updateItem = serviceCommand(
  datasetCommands.updateDatasetItem,
  ({ dataset_id, version_id, id: item_id, body }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideUpdateItem(state, body, parents, annotatorOf(context)),
    }),
);

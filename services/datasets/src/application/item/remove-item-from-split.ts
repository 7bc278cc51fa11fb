import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, notFound, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { liveSplit } from '../../domain/version/state.js';
import { visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

/** Out of its last split the item is deleted (TRAP-10); restored, it is in that split again. */
export const decideRemoveItemFromSplit = (state: ItemState, splitId: string, parents: Parents): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const seen = current.splits.filter((id) => liveSplit(parents.version, id) !== undefined);
  if (!seen.includes(splitId)) return notFound();
  return seen.length === 1
    ? eventsToReachItem(current, { status: 'deleted' })
    : eventsToReachItem(current, { splits: current.splits.filter((id) => id !== splitId) });
};

export const removeItemFromSplit = serviceCommand(
  datasetCommands.removeItemFromSplit,
  ({ dataset_id, version_id, split_id, id: item_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideRemoveItemFromSplit(state, split_id, parents),
    }),
);

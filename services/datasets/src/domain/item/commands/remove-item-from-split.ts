import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { notFound } from '../../access.js';
import { givenParents, type Parents } from '../../parents.js';
import { liveSplit } from '../../version/state.js';
import { visibleItem } from '../changing.js';
import { datasetItem, type ItemState } from '../state.js';
import { itemTowards } from '../towards.js';

/** Out of its last split the item is deleted (trap 10); restored, it is in that split again. */
export const decideRemoveItemFromSplit = (state: ItemState, splitId: string, parents: Parents): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const seen = current.splits.filter((id) => liveSplit(parents.version, id) !== undefined);
  if (!seen.includes(splitId)) return notFound();
  return seen.length === 1
    ? itemTowards(current, { status: 'deleted' })
    : itemTowards(current, { splits: current.splits.filter((id) => id !== splitId) });
};

export const removeItemFromSplit = serviceCommand(
  datasetCommands.removeItemFromSplit,
  ({ dataset_id, version_id, split_id, item_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideRemoveItemFromSplit(state, split_id, parents),
    }),
);

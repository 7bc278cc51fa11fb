import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideDeleteItem = (state: ItemState, parents: Parents): Decision => {
  const current = visibleItem(state, parents);
  return isRefusal(current) ? current : eventsToReachItem(current, { status: 'deleted' });
};

export const deleteItem = serviceCommand(
  datasetCommands.deleteDatasetItem,
  ({ dataset_id, version_id, id: item_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideDeleteItem(state, parents),
    }),
);

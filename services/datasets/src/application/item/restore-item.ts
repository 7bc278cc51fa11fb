import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { checked, visibleItem } from '../../domain/item/changing.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

export const decideRestoreItem = (state: ItemState, parents: Parents): Decision => {
  const current = visibleItem(state, parents, true);
  if (isRefusal(current)) return current;
  if (current.status === 'live') return refuse('not_deleted', 'The item is not deleted.');
  const wanted = checked(current, { status: 'live' }, parents);
  return isRefusal(wanted) ? wanted : eventsToReachItem(current, wanted);
};

export const restoreItem = serviceCommand(
  datasetCommands.restoreDatasetItem,
  ({ dataset_id, version_id, id: item_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideRestoreItem(state, parents),
    }),
);

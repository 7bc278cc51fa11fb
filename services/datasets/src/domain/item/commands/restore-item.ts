import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { givenParents, type Parents } from '../../parents.js';
import { checked, visibleItem } from '../changing.js';
import { datasetItem, type ItemState } from '../state.js';
import { itemTowards } from '../towards.js';

export const decideRestoreItem = (state: ItemState, parents: Parents): Decision => {
  const current = visibleItem(state, parents, true);
  if (isRefusal(current)) return current;
  if (current.status === 'live') return refuse('not_deleted', 'The item is not deleted.');
  const wanted = checked(current, { status: 'live' }, parents);
  return isRefusal(wanted) ? wanted : itemTowards(current, wanted);
};

export const restoreItem = serviceCommand(
  datasetCommands.restoreItem,
  ({ dataset_id, version_id, item_id }, context) =>
    context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideRestoreItem(state, parents),
    }),
);

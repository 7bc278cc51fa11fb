import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, refuse, serviceCommand } from '@cairn/kernel';
import { mayAccess } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

export const decideRestoreDataset = (state: DatasetState, { principal, at }: Caller): Decision => {
  const current = mayAccess(principal, state, 'delete', at, true);
  if (isRefusal(current)) return current;
  if (current.status === 'purged') return refuse('purged', 'The dataset was removed for good.');
  if (current.status === 'live') return refuse('not_deleted', 'The dataset is not deleted.');
  return datasetTowards(current, { status: 'live' }, at);
};

export const restoreDataset = serviceCommand(datasetCommands.restoreDataset, ({ dataset_id }, context) =>
  context.executeAddressed(dataset, dataset_id, {
    decide: (state) => decideRestoreDataset(state, callerOf(context)),
  }),
);

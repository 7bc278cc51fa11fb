import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { mayAccess } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

export const decideDeleteDataset = (state: DatasetState, { principal, at }: Caller): Decision => {
  const current = mayAccess(principal, state, 'delete', at);
  return isRefusal(current) ? current : datasetTowards(current, { status: 'deleted' }, at);
};

/** Flags the dataset; its versions and items are not touched (law 6). */
export const deleteDataset = serviceCommand(datasetCommands.deleteDataset, ({ dataset_id }, context) =>
  context.executeAddressed(dataset, dataset_id, {
    decide: (state) => decideDeleteDataset(state, callerOf(context)),
  }),
);

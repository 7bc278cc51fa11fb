import { datasetCommands } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { mayAccess, notFound } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

export const decideRemoveLogo = (state: DatasetState, { principal, at }: Caller): Decision => {
  const current = mayAccess(principal, state, 'write', at);
  if (isRefusal(current)) return current;
  return current.logo === null ? notFound() : datasetTowards(current, { logo: null }, at);
};

export const removeLogo = serviceCommand(datasetCommands.removeLogo, ({ dataset_id }, context) =>
  context.executeAddressed(dataset, dataset_id, {
    decide: (state) => decideRemoveLogo(state, callerOf(context)),
  }),
);

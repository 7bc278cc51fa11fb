import { datasetCommands, type FileRecord } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { mayAccess } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

/** The bytes were looked at before: they are an image that is accepted. */
export const decideSetLogo = (state: DatasetState, file: FileRecord, { principal, at }: Caller): Decision => {
  const current = mayAccess(principal, state, 'write', at);
  return isRefusal(current) ? current : datasetTowards(current, { logo: file }, at);
};

export const setLogo = serviceCommand(datasetCommands.setLogo, ({ dataset_id, file }, context) =>
  context.executeAddressed(dataset, dataset_id, {
    decide: (state) => decideSetLogo(state, file, callerOf(context)),
  }),
);

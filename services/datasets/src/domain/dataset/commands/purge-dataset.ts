import { datasetCommands } from '@cairn/contracts';
import { type Decision, refuse, serviceCommand } from '@cairn/kernel';
import { notFound } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { dataset, type DatasetState } from '../state.js';
import { datasetTowards } from '../towards.js';

/** Cairn's own: nobody asks for it. What was restored meanwhile stays. */
export const decidePurgeDataset = (state: DatasetState, { principal, at }: Caller): Decision => {
  if (principal.kind !== 'system') return refuse('forbidden', 'Datasets are purged by a timer only.');
  if (state.status === 'none') return notFound();
  return state.status === 'deleted' ? datasetTowards(state, { status: 'purged' }, at) : [];
};

export const purgeDataset = serviceCommand(datasetCommands.purgeDataset, ({ dataset_id }, context) =>
  context.execute(dataset, dataset_id, {
    decide: (state) => decidePurgeDataset(state, callerOf(context)),
  }),
);

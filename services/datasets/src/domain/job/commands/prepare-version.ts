import { datasetJobCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { refuse, serviceCommand } from '@cairn/kernel';
import { byWorker } from '../by-worker.js';
import { datasetVersion, type VersionState } from '../../version/state.js';
import { decidePrepareImport } from '../preparing.js';

export const prepareImport = serviceCommand(
  datasetJobCommands.prepareImport,
  ({ dataset_id, version_id, user_id, labels, splits }, context) =>
    byWorker(context, () =>
      context.execute(datasetVersion, version_id, {
        decide: (state) => decidePrepareImport(state, dataset_id, user_id, { labels, splits }),
      }),
    ),
);

export const decideCompleteVersion = (state: VersionState) => {
  if (state.status === 'none') return refuse('not_found', 'There is no such version.');
  return state.complete ? [] : [datasetVersionStreamEvents.DatasetVersionCompleted.of({})];
};

export const completeVersion = serviceCommand(datasetJobCommands.completeVersion, ({ version_id }, context) =>
  byWorker(context, () => context.execute(datasetVersion, version_id, { decide: decideCompleteVersion })),
);

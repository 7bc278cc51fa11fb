import { datasetJobCommands } from '@cairn/contracts';
import { serviceCommand } from '@cairn/kernel';
import { datasetVersion } from '../../version/state.js';
import { byWorker } from '../by-worker.js';
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

import { datasetJobCommands } from '@cairn/contracts';
import { byWorker, serviceCommand } from '@cairn/kernel';
import { datasetVersion } from '../../domain/version/state.js';
import { decidePrepareImport } from '../../domain/job/preparing.js';

export const prepareImport = serviceCommand(
  datasetJobCommands.prepareImport,
  ({ dataset_id, version_id, user_id, labels, splits }, context) =>
    byWorker(context, () =>
      context.execute(datasetVersion, version_id, {
        decide: (state) => decidePrepareImport(state, dataset_id, user_id, { labels, splits }),
      }),
    ),
);

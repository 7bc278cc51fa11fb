import { datasetJobCommands } from '@cairn/contracts';
import { serviceCommand } from '@cairn/kernel';
import { byWorker } from '../by-worker.js';
import { decideComplete, decideFail, decideProgress, decideStart } from '../lease.js';
import { datasetJob } from '../state.js';

export const startJob = serviceCommand(datasetJobCommands.startJob, ({ job_id, worker }, context) =>
  byWorker(context, () =>
    context.execute(datasetJob, job_id, { decide: (state) => decideStart(state, worker, context.at) }),
  ),
);

export const progressJob = serviceCommand(
  datasetJobCommands.progressJob,
  ({ job_id, fence, ...progress }, context) =>
    byWorker(context, () =>
      context.execute(datasetJob, job_id, {
        decide: (state) => decideProgress(state, fence, progress, context.at),
      }),
    ),
);

export const completeJob = serviceCommand(
  datasetJobCommands.completeJob,
  ({ job_id, fence, result }, context) =>
    byWorker(context, () =>
      context.execute(datasetJob, job_id, { decide: (state) => decideComplete(state, fence, result) }),
    ),
);

export const failJob = serviceCommand(datasetJobCommands.failJob, ({ job_id, fence, ...failure }, context) =>
  byWorker(context, () =>
    context.execute(datasetJob, job_id, { decide: (state) => decideFail(state, fence, failure) }),
  ),
);

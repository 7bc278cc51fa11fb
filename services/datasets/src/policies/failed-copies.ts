import { datasetJobCommands, datasetJobStreamEvents } from '@cairn/contracts';
import { causedBy, derivedId, type Policy, type ServiceTools } from '@cairn/kernel';
import { datasetJob } from '../domain/job/state.js';

/** What a copy of a version had of its items when its job failed or was cancelled is discarded with the version, which nobody has seen. */
export const failedCopies = (tools: ServiceTools): Policy => ({
  name: 'datasets.failedCopies',
  categories: [datasetJob.category],
  events: [datasetJobStreamEvents.DatasetJobFailed, datasetJobStreamEvents.DatasetJobCancelled],
  react: async (seen) => {
    const { id, eventId } = seen;
    const { state: job } = await tools.streams.current(datasetJob, id);
    if (job.status === 'none' || job.kind !== 'duplicate') return;
    const { dataset_id, version_id } = job;
    const call = { id: derivedId(eventId, 'discard'), ...causedBy(seen) };
    await tools.execute(datasetJobCommands.discardVersion, { dataset_id, version_id }, call);
  },
});

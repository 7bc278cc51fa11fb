import { datasetJobCommands, datasetVersionStreamEvents } from '@cairn/contracts';
import { byWorker, type Decision, derivedId, type JobState, serviceCommand, streamOf } from '@cairn/kernel';
import { datasetVersion, type VersionState } from '../../domain/version/state.js';
import { datasetJob } from '../../domain/job/state.js';

/** Nobody has seen it and nobody can restore it, so that it may be purged at once (law 6). What is complete stays. */
export const decideDiscardVersion = (state: VersionState, at: string): Decision =>
  state.status === 'live' && !state.complete
    ? [datasetVersionStreamEvents.DatasetVersionDeleted.of({ purge_at: at })]
    : [];

/** What a job is of which the copy never becomes whole. */
const UNDONE: ReadonlySet<JobState['status']> = new Set(['none', 'failed', 'cancelled']);

/**
 * When the job that fills a copy failed, was cancelled, or was never made: its items go with the version. By the log, in which the job
 * has its id from the command that made the version.
 */
export const discardVersion = serviceCommand(datasetJobCommands.discardVersion, ({ version_id }, context) =>
  byWorker(context, () =>
    context.execute(datasetVersion, version_id, {
      given: async () => {
        const [first] = await context.tools.log.read(streamOf(datasetVersion, version_id), { limit: 1 });
        const jobId = derivedId(first?.metadata.command ?? '', 'job', 0);
        return { filling: (await context.load(datasetJob, jobId)).status };
      },
      decide: (state, { filling }) => (UNDONE.has(filling) ? decideDiscardVersion(state, context.at) : []),
    }),
  ),
);

import type { Asking } from '@cairn/assets';
import { datasetCommands, labellingJobStreamEvents, type PostProcessorRunInput } from '@cairn/contracts';
import {
  isRefusal,
  type JobDocument,
  type OneAtATime,
  oneAtATime,
  type Refusal,
  refuse,
  requesterOf,
  sent,
  serviceCommand,
} from '@cairn/kernel';
import { labellingJob, labellingJobs } from '../../domain/labelling-job/state.js';
import { notAskable } from '../../domain/post-processor/askable.js';
import { liveSplit } from '../../domain/version/state.js';
import { givenDataset } from '../parents.js';
import { foreign, givenPostProcessor, givenVersion } from './given.js';

const RETRY_SECONDS = 5;

/** One run of a post-processor goes on at a time, on whatever version. */
const oneRunOf = (post_processor_id: string, id: string): OneAtATime<JobDocument> => ({
  kind: labellingJobs,
  id,
  place: `datasets/labelling/${post_processor_id}`,
  fields: { post_processor_id },
  takes: () => true,
  refused: (running) => ({
    ...refuse('job_running', `The job /api/v1/jobs/${running} of this post-processor has not finished.`),
    retryAfterSeconds: RETRY_SECONDS,
  }),
});

/** What a run works on, for who may write the dataset. */
const givenRun = async (
  context: Asking,
  path: { readonly dataset_id: string; readonly id: string },
  { version_id, split_id }: PostProcessorRunInput,
): Promise<{ readonly version_id: string; readonly name: string } | Refusal> => {
  const dataset = await givenDataset(context, path.dataset_id, 'write')();
  if (isRefusal(dataset)) return dataset;
  const settings = await givenPostProcessor(context, path);
  if (isRefusal(settings)) return settings;
  const version = await givenVersion(context, dataset, version_id);
  if (isRefusal(version)) return version;
  if (split_id !== undefined && liveSplit(version, split_id) === undefined)
    return foreign('split', 'version');
  return notAskable(settings) ?? { version_id: version.id, name: settings.name };
};

/** Asks for a run: work that asks for a job for each item that the post-processor has not worked on. */
export const requestRun = serviceCommand(
  datasetCommands.runDatasetPostProcessor,
  ({ body, ...path }, context) => {
    const id = context.id('job');
    return oneAtATime(context, oneRunOf(path.id, id), (other) =>
      context.execute(labellingJob, id, {
        given: async () => {
          const run = await givenRun(context, path, body);
          return isRefusal(run) ? run : ((await other()) ?? run);
        },
        decide: (_, run) => [
          labellingJobStreamEvents.LabellingJobRequested.of({
            ...{ id, kind: 'run_post_processor', dataset_id: path.dataset_id, post_processor_id: path.id },
            ...run,
            user_id: context.principal.userId,
            requester: requesterOf(context.principal),
            only: body.only,
            ...sent({ split_id: body.split_id }),
          }),
        ],
      }),
    );
  },
);

import { type InputOf, postProcessorJobCommands } from '@cairn/contracts';
import { byWorker, type CommandContext, serviceCommand, type Step, step } from '@cairn/kernel';
import {
  decideAnswer,
  decideComplete,
  decideDefer,
  decideFail,
  decideRequest,
  decideStart,
} from '../../domain/post-processor-job/decide.js';
import { postProcessorJob } from '../../domain/post-processor-job/state.js';

const { start, answer, complete, defer, fail } = postProcessorJobCommands;

export const startJob = serviceCommand(start, ({ job_id, gone, ...claim }, context) =>
  byWorker(context, () =>
    context.execute(postProcessorJob, job_id, {
      decide: (state) => decideStart(state, claim, { now: context.at, gone }),
    }),
  ),
);

export const answerJob = serviceCommand(answer, ({ job_id, fence, ...answered }, context) =>
  byWorker(context, () =>
    context.execute(postProcessorJob, job_id, { decide: (state) => decideAnswer(state, fence, answered) }),
  ),
);

export const deferJob = serviceCommand(defer, ({ job_id, fence, ...deferral }, context) =>
  byWorker(context, () =>
    context.execute(postProcessorJob, job_id, {
      decide: (state) => decideDefer(state, fence, deferral, context.at),
    }),
  ),
);

/** A job that ends asks for that of the next post-processor before: its item never looks done between them (law 5). */
const nextStep = async (
  { load }: CommandContext,
  jobId: string,
  next: InputOf<typeof complete>['next'],
): Promise<readonly Step[]> => {
  const job = await load(postProcessorJob, jobId);
  if (next === undefined || job.status === 'none') return [];
  const { dataset_id, version_id, item_id, content } = job;
  const { job_id: id, ...of } = next;
  const asked = { id, dataset_id, version_id, item_id, content, run_id: '', ...of };
  return [step(postProcessorJob, id, { decide: (state) => decideRequest(state, asked) })];
};

export const completeJob = serviceCommand(complete, ({ job_id, fence, next, ...ended }, context) =>
  byWorker(context, async () =>
    context.executeInOrder(await nextStep(context, job_id, next), postProcessorJob, job_id, {
      decide: (state) => decideComplete(state, fence, ended),
    }),
  ),
);

export const failJob = serviceCommand(fail, ({ job_id, fence, next, ...reason }, context) =>
  byWorker(context, async () =>
    context.executeInOrder(await nextStep(context, job_id, next), postProcessorJob, job_id, {
      decide: (state) => decideFail(state, fence, reason),
    }),
  ),
);
